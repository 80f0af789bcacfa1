import { PdfDict, type PdfObject } from '@libpdf/core'
import { asDict } from '#lib/pdf/check/inspect'
import { findDifferingKeys, type SameTest } from '../compare.ts'
import { metadataChanged, validationAdded } from '../messages.ts'
import { type Finding, permit } from '../modifications.ts'
import type { Revision, Step } from '../timeline.ts'
import { addsData } from '../validation-data.ts'
import { equalTexts } from './texts.ts'

/** For the document information, whose strings are text strings (ISO 32000-2, table 349). */
const isSameInInfo: SameTest = (key, before, after) => equalTexts(before.get(key), after.get(key))

/** The document information (ISO 32000-2, 14.3.3); one that is missing is empty. */
export function getInfo({ trailer, resolve }: Revision): PdfDict {
  return asDict(trailer.get('Info', resolve)) ?? new PdfDict()
}

/** Entries of the document information that software sets whenever it writes a file. */
const renewedInfo = new Set(['ModDate', 'Producer'])

/** What a step did to the document information. Its date and its software belong to validation data that the step adds. */
export function judgeInfo(step: Step, before: PdfObject, after: PdfObject, offset: number): Finding {
  const keys = findDifferingKeys(before, after, isSameInInfo)
  return keys.every((key) => renewedInfo.has(key)) && addsData(step)
    ? permit('validation_data', validationAdded, offset)
    : permit('metadata', metadataChanged, offset)
}
