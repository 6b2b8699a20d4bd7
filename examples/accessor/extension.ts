/** For `--extensions examples/accessor/extension.ts`: teams, held by the inventory service at `INVENTORY_URL`. */
import { serveTeams } from './team-accessor.ts';

export const accessors = [serveTeams(process.env['INVENTORY_URL'] ?? 'http://127.0.0.1:8090')];
