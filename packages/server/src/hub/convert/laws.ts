import { type Json, type Kind, type Problem, showPath } from '@ectropy/sdk';
import { diff } from '../../core/diff.ts';
import { hubVersionOf } from '../scheme/versions.ts';

/** Specs by version, each valid in its version. */
export type Samples = Readonly<Record<string, readonly Json[]>>;

/** Every sample that does not come back as it was from the version that it was converted to. Without samples of the hub version, its examples. */
export function conversionLaws(kind: Kind, samples: Samples = {}): readonly Problem[] {
  const hub = hubVersionOf(kind);
  const ofHub = samples[hub] ?? kind.examples ?? [];
  return Object.entries(kind.versions ?? {}).flatMap(([version, { convert }]) =>
    convert
      ? [
          ...broken(ofHub, (spec) => convert.toHub(convert.fromHub(spec)), { version, says: `of ${hub} as ${version} and back` }),
          ...broken(samples[version] ?? [], (spec) => convert.fromHub(convert.toHub(spec)), {
            version,
            says: `of ${version} as ${hub} and back`,
          }),
        ]
      : [],
  );
}

interface Trip {
  readonly version: string;
  readonly says: string;
}

function broken(samples: readonly Json[], trip: (spec: Json) => Json, { version, says }: Trip): readonly Problem[] {
  return samples.flatMap((sample, i) => {
    const message = complaint(sample, trip);
    return message === undefined
      ? []
      : [{ code: 'invalid', path: ['versions', version, 'convert'], message: `sample ${i} ${says}: ${message}` } as const];
  });
}

function complaint(sample: Json, trip: (spec: Json) => Json): string | undefined {
  const before = JSON.stringify(sample);
  try {
    const [first] = diff(sample, trip(sample));
    if (JSON.stringify(sample) !== before) return 'the convertor changes what it is given';
    return first && `${showPath(['spec', ...first.path])} is another`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
