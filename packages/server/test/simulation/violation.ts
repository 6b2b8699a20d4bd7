/** A law that did not hold, with its number in SPEC.md. */
export class Violation extends Error {
  override readonly name = 'Violation';
  readonly law: string;

  constructor(law: string, message: string) {
    super(`${law}: ${message}`);
    this.law = law;
  }
}
