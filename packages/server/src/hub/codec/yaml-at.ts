import { type Event, EVENT_ID, SCALAR_STYLE } from 'js-yaml';

/** Where a node begins, its anchor and tag included; -1 for one that is not written out. */
export function eventAt(event: Event): number {
  if (event.type === EVENT_ID.POP || event.type === EVENT_ID.DOCUMENT) return -1;
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart - 1;
  const own = event.type === EVENT_ID.SCALAR ? scalarAt(event.valueStart, event.style) : event.start;
  return earlier(earlier(own, event.tagStart), event.anchorStart < 0 ? -1 : event.anchorStart - 1);
}

/** The parser points behind the opening quote. */
const scalarAt = (start: number, style: number): number =>
  start >= 0 && (style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED) ? start - 1 : start;

const earlier = (a: number, b: number): number => (a < 0 ? b : b < 0 ? a : Math.min(a, b));
