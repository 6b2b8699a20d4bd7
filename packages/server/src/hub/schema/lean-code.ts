/** What ajv writes, made smaller and bounded: it would note every error of a document of strangers, a million if there are a million. */
export const MAX_ERRORS = 100;

/**
 * Strings come first: what stands in one is a stranger's and stays as it is.
 * A branch that holds that many errors has failed whatever comes after, so that no outcome changes when no more are noted.
 */
const NOTED =
  /"(?:[^"\\]|\\.)*"|schemaPath:"(?:[^"\\]|\\.)*",|if\(vErrors === null\)\{vErrors = \[(err\d+)\];\}else \{vErrors\.push\(\1\);\}|vErrors\.concat\((\w+\.errors)\)/g;

const HELPERS = `const note=(all,one)=>{if(all===null)return [one];if(all.length<${MAX_ERRORS})all.push(one);return all;},join=(all,more)=>all.length<${MAX_ERRORS}?all.concat(more):all;`;

export const leanCode = (code: string): string =>
  HELPERS +
  code.replace(NOTED, (text: string, error: string | undefined, errors: string | undefined) => {
    if (error !== undefined) return `vErrors=note(vErrors,${error});`;
    if (errors !== undefined) return `join(vErrors,${errors})`;
    return text.startsWith('schemaPath') ? '' : text;
  });
