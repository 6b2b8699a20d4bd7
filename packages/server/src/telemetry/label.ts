/** The last guard against a label per resource: what holds a URN is counted as `other`. */
export const label = (value: string): string => (value.includes('orn:') ? 'other' : value);
