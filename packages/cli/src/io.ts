import type { Signalled } from './exit.ts';

/** The process as the command sees it: everything that it reads, writes and hears. */
export interface Io {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: Input;
  /** Data only. */
  readonly stdout: Output;
  /** Everything that is said to people. */
  readonly stderr: Output;
  readonly now: () => number;
  readonly newId: () => string;
  /** Called at each Ctrl-C, and when the command is told to end; without a listener it just ends. */
  onInterrupt(listener: (by?: Signalled) => void): () => void;
}

export interface Input {
  readonly isTty: boolean;
  readAll(): Promise<Uint8Array>;
  /** One line from whoever sits there; `undefined` at the end of the input. */
  readLine(): Promise<string | undefined>;
}

export interface Output {
  write(text: string): void;
  readonly isTty: boolean;
  readonly columns: number;
  readonly rows: number;
}
