/** A word of plain text, or of a string in serialised JSON: up to a space or a quote that is not escaped. */
const word = /(?:[^\s"\\]|\\.)+/g;
const postgresUser = /postgres(?:ql)?:\/\/[^:@/]*:/i;
const urlPassword = /(\b[a-z][a-z\d+.-]{0,30}:\/\/[^:@/?#]*:)[^/?#@]+@/gi;
const parameter = /([?&]password=)[^&#]+/gi;

/** Hides the passwords of URLs in a text, be it plain or serialised JSON. Takes time in proportion to the text, whatever it is. */
export function redact(text: string): string {
  return text.includes('://') ? text.replaceAll(word, redactWord) : text;
}

function redactWord(text: string): string {
  if (!text.includes('://')) return text;
  return redactPostgres(text).replaceAll(urlPassword, '$1***@').replaceAll(parameter, '$1***');
}

/** Generous on purpose: a badly written password may hold `/`, `#` or `@`, and then its error message is what gets logged. */
function redactPostgres(text: string): string {
  const user = postgresUser.exec(text);
  if (!user) return text;
  const from = user.index + user[0].length;
  const to = text.lastIndexOf('@');
  return to < from ? text : `${text.slice(0, from)}***${text.slice(to)}`;
}
