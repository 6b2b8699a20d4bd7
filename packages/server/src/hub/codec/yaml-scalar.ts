import type { Json } from '@ectropy/sdk';
import { boolCoreTag, floatCoreTag, getScalarValue, intCoreTag, NOT_RESOLVED, nullCoreTag, SCALAR_STYLE, type ScalarEvent } from 'js-yaml';
import { Unreadable } from './raw.ts';

const tags = { bool: boolCoreTag, float: floatCoreTag, int: intCoreTag, null: nullCoreTag } as const;
const implicit = [nullCoreTag, boolCoreTag, intCoreTag, floatCoreTag] as const;

/** What a plain word must begin with to be anything but a string. */
const special = /^(?:$|[-+.0-9~nNtTfF])/;

/** What YAML 1.1, and with it `kubectl`, takes for a boolean or for another number. */
const otherwise = /^(?:[yYnN]|yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF|[-+]?0[0-7]+|[-+]?0b[01_]+|[-+]?[0-9][0-9_]*_[0-9_]*)$/;

export const isAmbiguous = (event: ScalarEvent, text: string): boolean =>
  event.style === SCALAR_STYLE.PLAIN && event.tagStart < 0 && otherwise.test(text);

export const isMergeKey = (event: ScalarEvent, text: string): boolean =>
  text === '<<' && event.style === SCALAR_STYLE.PLAIN && event.tagStart < 0;

export const scalarText = (source: string, event: ScalarEvent): string => getScalarValue(source, event);

/** YAML 1.2, core schema: dates stay strings, `yes` is a word, `0777` is 777. */
export function scalarValue(source: string, event: ScalarEvent, text: string): Json {
  if (event.tagStart >= 0) return tagged(source.slice(event.tagStart, event.tagEnd), text, event.tagStart);
  if (event.style !== SCALAR_STYLE.PLAIN || !special.test(text)) return text;
  for (const tag of implicit) {
    const value = tag.resolve(text, false, tag.tagName);
    if (value !== NOT_RESOLVED) return plain(value, event.valueStart, text);
  }
  return text;
}

function tagged(tag: string, text: string, at: number): Json {
  const name = shortTag(tag);
  if (name === '' || name === 'str') return text;
  const known = Object.hasOwn(tags, name) ? tags[name as keyof typeof tags] : undefined;
  if (!known) throw unknownTag(tag, at);
  const value = known.resolve(text, true, known.tagName);
  if (value === NOT_RESOLVED) throw new Unreadable(at, `${JSON.stringify(text.slice(0, 60))} is not a ${name}`, { final: true });
  return plain(value, at, text);
}

/** `!!str` and `!<tag:yaml.org,2002:str>` are `str`; `!` alone is the empty name. */
export const shortTag = (tag: string): string => tag.replace(/^!<tag:yaml\.org,2002:(.*)>$/s, '$1').replace(/^!!?/, '');

export const unknownTag = (tag: string, at: number): Unreadable =>
  new Unreadable(at, `the tag ${tag.slice(0, 60)} is not allowed: use plain values`, { final: true });

function plain(value: boolean | number | null, at: number, text: string): Json {
  if (typeof value !== 'number') return value;
  if (!Number.isFinite(value)) throw new Unreadable(at, `${text} is not a number that JSON has`, { final: true });
  return value === 0 ? 0 : value;
}
