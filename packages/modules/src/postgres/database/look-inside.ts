import type { Host } from '@ectropy/sdk';
import type { Connection } from '../connection.ts';
import { withSession } from '../session.ts';
import { extensionsOf, look, type DatabaseSeen } from './look.ts';
import type { Extension } from './spec.ts';

export interface Inside {
  readonly seen: DatabaseSeen;
  /** Absent where nobody wants to know, or nobody may connect. */
  readonly installed?: readonly Required<Extension>[];
}

/** A database from outside and, where `curious`, from inside. */
export async function lookInside(
  connection: Connection,
  name: string,
  urn: string,
  host: Host,
  curious = true,
): Promise<Inside | undefined> {
  const what = `look at database ${name}`;
  const seen = await withSession(connection, what, host, (session) => look(session, name, urn));
  if (!seen) return undefined;
  if (!curious || !seen.allow_connections) return { seen };
  return { seen, installed: await withSession({ ...connection, database: name }, what, host, extensionsOf) };
}
