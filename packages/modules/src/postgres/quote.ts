import { ProblemError } from '@ectropy/sdk';
import { nameFault } from './name.ts';

/** The one way in which a name comes into a statement. A name that PostgreSQL would cut off or refuse never gets there. */
export function identifier(name: string): string {
  const fault = nameFault(name);
  if (fault !== undefined) throw new ProblemError({ code: 'invalid', message: `the name ${JSON.stringify(name)} ${fault}` });
  return `"${name.replaceAll('"', '""')}"`;
}

/** The one way in which a value comes into a statement that takes no parameters. Safe whatever standard_conforming_strings says. */
export function literal(text: string): string {
  if (text.includes('\0'))
    throw new ProblemError({ code: 'invalid', message: 'a value holds the character NUL, which PostgreSQL cannot store' });
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return text.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}
