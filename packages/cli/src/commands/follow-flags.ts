import type { Command } from 'commander';

export interface FollowFlags {
  readonly wait: boolean;
  readonly timeout: string;
}

export const withFollowFlags = (command: Command): Command =>
  command
    .option('--wait', 'follow until all of it is done', true)
    .option('--no-wait', 'end as soon as the server has taken it on')
    .option('--timeout <duration>', 'how long to follow', '10m');
