import { type JsonObject, ProblemError } from '@ectropy/sdk';

/** Where the cloud is: what the project configured, or what the server was started with. Always ends in a slash. */
export function addressOf(config: JsonObject, url: string): URL {
  const configured = Object.hasOwn(config, 'url') ? config['url'] : undefined;
  const text = typeof configured === 'string' ? configured : url;
  const address = URL.canParse(text) ? new URL(text) : undefined;
  const fault = address ? faultOf(address) : 'is not an address';
  if (address && fault === undefined) return new URL(address.pathname.replace(/\/*$/, '/'), address.origin);
  throw new ProblemError({
    code: 'invalid',
    message: `the cloud's url ${fault}`,
    hint: "set the project's url for this kind, or --cloud-url of the server, to something like http://127.0.0.1:8090",
  });
}

/** The url itself is not shown: it may hold a password. */
function faultOf({ protocol, username, password }: URL): string | undefined {
  if (protocol !== 'http:' && protocol !== 'https:') return 'must begin with http:// or https://';
  return username || password ? 'must not hold a user or a password' : undefined;
}
