/** SCRAM-SHA-256 verifiers as PostgreSQL stores them (RFC 5802, RFC 7677), so that it never gets to see a password. */
import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { saslprep } from './saslprep.ts';

/** PostgreSQL's own default. */
const ITERATIONS = 4096;
/** A stored verifier that asks for more work than this is not one of ours. */
const MOST_ITERATIONS = 1_000_000;

const derive = promisify(pbkdf2);
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

async function keysOf(password: string, salt: Buffer, iterations: number): Promise<{ readonly stored: Buffer; readonly server: Buffer }> {
  const salted = await derive(Buffer.from(saslprep(password)), salt, iterations, 32, 'sha256');
  return { stored: createHash('sha256').update(hmac(salted, 'Client Key')).digest(), server: hmac(salted, 'Server Key') };
}

export async function verifierOf(password: string, salt: Buffer = randomBytes(16), iterations: number = ITERATIONS): Promise<string> {
  const { stored, server } = await keysOf(password, salt, iterations);
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored.toString('base64')}:${server.toString('base64')}`;
}

const VERIFIER = /^SCRAM-SHA-256\$(\d{1,9}):([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+):([A-Za-z0-9+/=]+)$/;

/** Whether a password is the one behind a stored verifier. No verifier, and the old md5 kind, are behind none. */
export async function isVerifierOf(verifier: string | null, password: string): Promise<boolean> {
  const [, iterations = '0', salt = '', stored = '', server = ''] = VERIFIER.exec(verifier ?? '') ?? [];
  const rounds = Number(iterations);
  if (rounds < 1 || rounds > MOST_ITERATIONS) return false;
  const keys = await keysOf(password, Buffer.from(salt, 'base64'), rounds);
  return alike(keys.stored, Buffer.from(stored, 'base64')) && alike(keys.server, Buffer.from(server, 'base64'));
}

const alike = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** 192 bits, in letters that need no quoting in a URL or a shell. */
export const newPassword = (): string => randomBytes(24).toString('base64url');
