import { type PdfDict, PdfString } from '@libpdf/core'
import { parseDate } from '#lib/pdf/file/objects'
import { readXmpContent } from '#lib/pdf/xmp'
import { metadataChanged, validationAdded } from '../messages.ts'
import { type Finding, permit } from '../modifications.ts'
import type { Step } from '../timeline.ts'
import { addsData } from '../validation-data.ts'
import { getInfo } from './info.ts'

const XMP = '{http://ns.adobe.com/xap/1.0/}'
const PDF = '{http://ns.adobe.com/pdf/1.3/}'
const DC = '{http://purl.org/dc/elements/1.1/}'
const MEDIA = '{http://ns.adobe.com/xap/1.0/mm/}'

/** Properties that software sets whenever it writes a file. */
const renewed = new Set([`${XMP}ModifyDate`, `${XMP}MetadataDate`, `${PDF}Producer`, `${MEDIA}InstanceID`])
/** Properties that software adds and that say nothing about the content. */
const added = new Set([`${DC}format`, `${MEDIA}DocumentID`])
/** Properties that say the same as an entry of the document information (ISO 32000-2, 14.3.3). */
const infoKeys = new Map([
  [`${XMP}CreateDate`, 'CreationDate'],
  [`${XMP}CreatorTool`, 'Creator'],
  [`${DC}title`, 'Title'],
  [`${DC}creator`, 'Author'],
  [`${DC}description`, 'Subject'],
  [`${DC}subject`, 'Keywords'],
  [`${PDF}Keywords`, 'Keywords'],
])

/**
 * What a step did to the XMP metadata. Acrobat writes them again, or for the first time, when it adds validation data:
 * dates, software and what the document information has said before belong to that.
 */
export function judgeXmp(step: Step, offset: number): Finding {
  return addsData(step) && saysTheSame(step)
    ? permit('validation_data', validationAdded, offset)
    : permit('metadata', metadataChanged, offset)
}

function saysTheSame({ before, after }: Step): boolean {
  const [old, now] = [before, after].map(({ catalog, resolve }) =>
    readXmpContent(catalog.get('Metadata', resolve)),
  )
  if (!old || !now) return false
  const info = getInfo(before)
  const isSame = (name: string) =>
    old.has(name)
      ? old.get(name)!.content === now.get(name)?.content
      : added.has(name) || isOfInfo(name, now.get(name)!.texts, info)
  return [...old.keys(), ...now.keys()].every((name) => renewed.has(name) || isSame(name))
}

function isOfInfo(name: string, texts: string[], info: PdfDict): boolean {
  const value = info.get(infoKeys.get(name) ?? '')
  if (!(value instanceof PdfString)) return false
  const known = value.asString().trim()
  if (name === `${XMP}CreateDate`) return parseDate(known)?.getTime() === Date.parse(texts.join())
  const text = texts.join('\n')
  return text === known || (name === `${DC}subject` && text === known.split(/[,;]\s*/).join('\n'))
}
