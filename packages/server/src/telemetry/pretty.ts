import { styleText } from 'node:util';

type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;

const plain: Paint = (_style, text) => text;
/** Whether there are colours is decided by the caller, not by the environment. */
const coloured: Paint = (style, text) => (text ? styleText(style, text, { validateStream: false }) : text);

const levels: Readonly<Record<string, Parameters<typeof styleText>[0]>> = { debug: 'blue', info: 'green', warn: 'yellow', error: 'red' };

interface Entry extends Readonly<Record<string, unknown>> {
  readonly time: string;
  readonly level: string;
  readonly msg?: string;
  readonly err?: { readonly stack?: string };
}

/** One record as JSON turned into a line for people: time, level, message, fields; a stack on the lines below. */
export function prettyLine(json: string, color: boolean): string {
  const { time, level, msg = '', err, ...fields }: Entry = JSON.parse(json);
  const paint = color ? coloured : plain;
  const head = `${paint('dim', clock(new Date(time)))} ${paint(levels[level] ?? 'dim', level.toUpperCase().padEnd(5))} ${visible(msg)}`;
  const tail = Object.entries(fields).map(([key, value]) => ` ${visible(key)}=${show(value)}`);
  const stack = (err?.stack ?? '').split('\n').filter(Boolean);
  return `${head}${paint('dim', tail.join(''))}\n${stack.map((line) => `${paint('dim', `    ${visible(line)}`)}\n`).join('')}`;
}

/** Local time, because the reader sits at the terminal. */
const clock = (time: Date): string => `${time.toTimeString().slice(0, 8)}.${String(time.getMilliseconds()).padStart(3, '0')}`;

const show = (value: unknown): string =>
  typeof value === 'string' && /^[^\s"=]+$/.test(value) ? visible(value) : visible(JSON.stringify(value));

/** Logged text must not drive the terminal: control characters are shown, not sent. */
const visible = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, (sign) => {
    const escaped = JSON.stringify(sign).slice(1, -1);
    return escaped === sign ? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}` : escaped;
  });
