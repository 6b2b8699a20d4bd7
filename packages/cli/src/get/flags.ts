/** What `get` can be told. */
export interface GetFlags {
  readonly output: string;
  readonly headers: boolean;
  readonly allProjects?: boolean;
  readonly selector?: string;
  readonly fieldSelector?: string;
  readonly showLabels?: boolean;
  readonly limit?: number;
  readonly watch?: boolean;
  readonly watchEvents?: boolean;
}

/** Whether it is shown to people or handed to a program. */
export const isText = ({ output }: Pick<GetFlags, 'output'>): boolean => output === 'table' || output === 'wide';

export const queryOf = ({ selector, fieldSelector }: GetFlags): Readonly<Record<string, string | undefined>> => ({
  labelSelector: selector,
  fieldSelector,
});
