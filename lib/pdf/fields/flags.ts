import { PdfNumber, type PdfObject } from '@libpdf/core'

/** Field flags (ISO 32000-2, tables 227, 229, 231, 233). */
export const fieldFlags = {
  readOnly: 1,
  required: 2,
  multiline: 1 << 12,
  password: 1 << 13,
  noToggleToOff: 1 << 14,
  radio: 1 << 15,
  pushButton: 1 << 16,
  combo: 1 << 17,
  edit: 1 << 18,
  multiSelect: 1 << 21,
  comb: 1 << 24,
  radiosInUnison: 1 << 25,
}

/** Whether a button with these field flags is a radio button that excludes those of the same state too (table 229). */
export function excludesOthers(flags: PdfObject | undefined): boolean {
  const value = flags instanceof PdfNumber ? flags.value : 0
  return (value & fieldFlags.radio) !== 0 && (value & fieldFlags.radiosInUnison) === 0
}
