/** What is remembered between steps. Each step either looks, or sends one change, or waits for one: so every step can be taken twice. */
export type Verb = 'create' | 'update' | 'reboot' | 'discard' | 'remove';

export type CloudMemo =
  /** Compare what is there with what is declared, and decide. `renew`: what cannot be changed in place is discarded and made anew. */
  | { readonly todo: 'look'; readonly id?: string; readonly renew?: true }
  | { readonly todo: 'create' }
  | { readonly todo: 'update' | 'reboot' | 'discard'; readonly id: string }
  | { readonly todo: 'remove'; readonly id?: string }
  | { readonly todo: 'wait'; readonly verb: Verb; readonly id: string; readonly operation: string };
