import { defineModule, type JsonObject, type Kind, type Module } from '@ectropy/sdk';
import type { CloudSettings } from './client.ts';
import { find } from './find.ts';
import type { CloudMemo } from './memo.ts';
import { observe } from './observe.ts';
import { sync } from './sync.ts';
import type { Shape } from './shape.ts';
import type { CommonSpec } from './spec.ts';

/** A kind with the verbs that all cloud kinds share; only what is planned differs in more than data. */
export const cloudModule = <Spec extends CommonSpec & JsonObject>(
  kind: Kind,
  shape: Shape<Spec>,
  plan: Module<Spec, CloudMemo>['plan'],
  settings: CloudSettings,
): Module =>
  defineModule<Spec, CloudMemo>({
    kind,
    plan,
    sync: (subject, memo, host) => sync(settings, shape, subject, memo, host),
    observe: (subject, host) => observe(settings, shape, subject, host),
    find: (reference, subject, host) => find(settings, shape, reference, subject, host),
  });
