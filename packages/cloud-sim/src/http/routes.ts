/** Every route, in one table; the server registers it and the OpenAPI document shows it. */
import { collections } from '../world/model.ts';
import { DEFAULT_PAGE, MAX_PAGE, addFault, clearFaults, health, listFaults, readLedger, removeFault, showStats } from './handle-control.ts';
import { getOperation, mutate } from './handle-things.ts';
import { documentOf } from './openapi.ts';
import type { Route } from './route.ts';
import { apiRoutes, consoleRoutes } from './routes-things.ts';

const others: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/servers/{id}/reboot',
    operationId: 'rebootServer',
    summary: 'Begins to reboot a server.',
    proven: true,
    handle: mutate('servers', 'reboot'),
    answer: { status: 202, schema: 'ServerAccepted' },
    refusals: ['not_found', 'busy', 'stale_fence', 'key_reused'],
  },
  {
    method: 'GET',
    path: '/v1/operations/{id}',
    operationId: 'getOperation',
    summary: 'An operation as it is now.',
    handle: getOperation,
    answer: { status: 200, schema: 'Operation' },
    refusals: ['not_found'],
  },
  {
    method: 'POST',
    path: '/faults',
    operationId: 'addFault',
    summary: 'Orders a fault.',
    body: 'FaultOrder',
    handle: addFault,
    answer: { status: 201, schema: 'Fault' },
    refusals: ['invalid'],
  },
  {
    method: 'GET',
    path: '/faults',
    operationId: 'listFaults',
    summary: 'The faults that are ordered.',
    handle: listFaults,
    answer: { status: 200, schema: 'FaultList' },
    refusals: [],
  },
  {
    method: 'DELETE',
    path: '/faults',
    operationId: 'clearFaults',
    summary: 'No faults any more.',
    handle: clearFaults,
    answer: { status: 200, schema: 'Removed' },
    refusals: [],
  },
  {
    method: 'DELETE',
    path: '/faults/{id}',
    operationId: 'removeFault',
    summary: 'One fault less.',
    handle: removeFault,
    answer: { status: 200, schema: 'Removed' },
    refusals: ['not_found'],
  },
  {
    method: 'GET',
    path: '/ledger',
    operationId: 'readLedger',
    summary: 'Every effect, in order.',
    query: {
      after: { type: 'integer', minimum: 0, default: 0, description: 'Entries behind this number.' },
      limit: { type: 'integer', minimum: 1, maximum: MAX_PAGE, default: DEFAULT_PAGE },
    },
    handle: readLedger,
    answer: { status: 200, schema: 'LedgerPage' },
    refusals: ['invalid'],
  },
  {
    method: 'GET',
    path: '/stats',
    operationId: 'showStats',
    summary: 'What has been counted: effects, replays, refusals, faults.',
    handle: showStats,
    answer: { status: 200, schema: 'Stats' },
    refusals: [],
  },
  {
    method: 'GET',
    path: '/healthz',
    operationId: 'health',
    summary: 'Whether the cloud and its ledger work.',
    handle: health,
    answer: { status: 200, schema: 'Health' },
    refusals: ['unavailable'],
  },
  {
    method: 'GET',
    path: '/openapi.json',
    operationId: 'showDocument',
    summary: 'This document.',
    handle: () => ({ status: 200, body: openapi }),
    answer: { status: 200, schema: 'Document' },
    refusals: [],
  },
];

export const routes: readonly Route[] = [...collections.flatMap(apiRoutes), ...collections.flatMap(consoleRoutes), ...others];

export const openapi: Readonly<Record<string, unknown>> = documentOf(routes);
