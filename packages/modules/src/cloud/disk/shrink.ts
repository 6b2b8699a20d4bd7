import type { Problem } from '@ectropy/sdk';

/** A disk only grows: why it cannot become what is declared, if it cannot. */
export const shrinkFault = (wantedGb: number, actualGb: number): Problem | undefined =>
  wantedGb >= actualGb
    ? undefined
    : {
        code: 'invalid',
        path: ['spec', 'size_gb'],
        message: `must not be smaller than the disk is, ${actualGb} (got ${wantedGb}): a disk only grows`,
        hint: `set it to ${actualGb} or more, or declare a smaller disk under another name and copy what is on this one`,
      };
