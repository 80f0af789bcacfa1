import { findNearestSignerLocale } from '#lib/core/locales'
import { certificateTexts } from '#lib/messages/certificate'
import type { PrepareInput } from '#lib/pades/prepare'
import type { EngineSigner, Zone } from '#lib/pdf/zones'
import { formatFieldValue } from '../fields/format-value.ts'
import { widgetBox } from '../fields/layout.ts'
import { withoutSignersValues } from '../fields/presets.ts'
import type { ProcessField, ProcessSigner } from '../parts.ts'
import type { ProcessRow } from '../present.ts'
import { isSigning } from '../rules.ts'
import type { CurrentRevision } from './revisions.ts'

type Person = Pick<ProcessSigner, 'id' | 'name' | 'role' | 'signedAt'>

/** The data of a process that its PDF documents are made from. */
interface ProcessData {
  process: ProcessRow
  documents: CurrentRevision[]
  signers: Person[]
  fields: ProcessField[]
}

/** The input that prepares a document of a process. */
export function toPrepareInput(
  { process, documents: revisions, signers, fields }: ProcessData,
  revision: CurrentRevision,
): Omit<PrepareInput, 'certify' | 'at'> {
  const idsOfSigned = new Set(signers.filter(({ signedAt }) => signedAt !== null).map(({ id }) => id))
  return {
    // A quick signer may have signed before this runs: their values belong into their own revision.
    zones: withoutSignersValues(fields, signers)
      .filter(({ documentId, type }) => documentId === revision.documentId && type !== 'attachment')
      .flatMap((field) => toZones(field, process.options.locale, idsOfSigned.has(field.signerId))),
    signers: toEngineSigners(signers),
    language: process.options.locale,
    pages: revision.pages,
    signaturePage: revision === revisions.at(-1) ? findSignersWithoutField(signers, fields) : false,
    heading: certificateTexts[findNearestSignerLocale(process.options.locale)].signatures,
    replaceFileFields: fields.some(
      ({ documentId, imported }) => imported && documentId === revision.documentId,
    ),
    ...(process.testMode && { stamp: 'TEST' }),
  }
}

/** The signers, without viewers and recipients of copies, for the PDF engine. */
function toEngineSigners(signers: Person[]): EngineSigner[] {
  return signers.filter(isSigning).map(toEngineSigner)
}

/** A signer for the PDF engine. */
export function toEngineSigner({ id, name }: Pick<Person, 'id' | 'name'>): EngineSigner {
  return { id: String(id), name }
}

/** The language of what a signer fills in: theirs if it has Chinese characters, else that of the process. */
export function findTextLanguage(signerLocale: string, processLocale: string): string {
  return /^(ja|zh)\b/.test(signerLocale) ? signerLocale : processLocale
}

/**
 * A field as zones of the PDF engine: one, and one for each further place or button.
 * @param isSigned whether its signer has signed
 */
function toZones(field: ProcessField, locale: string, isSigned: boolean): Zone[] {
  const isLater = isSigned || field.auto || field.formula !== null
  const zone = { ...(!isLater && { value: '' }), ...toZone(field, locale) }
  const places = buttonsAndPlaces(field)
  if (!hasButtons(field)) return [zone, ...places.map((place) => ({ ...zone, ...place.box, id: place.id }))]
  return places.map(({ id, box, option }) => ({
    ...{ ...zone, ...box, id, group: zone.id, options: [option] },
    square: field.layout.squares === true,
    ...(zone.value !== undefined && { value: String(zone.value === option) }),
  }))
}

/** The widgets of a field with the ids of their zones. */
function buttonsAndPlaces(field: ProcessField) {
  return (field.layout.widgets ?? []).map((widget, index) => ({
    id: `${field.id}.${index}`,
    option: widget.option ?? '',
    box: { page: widget.page, ...widgetBox(field, widget) },
  }))
}

function hasButtons({ type, layout }: Pick<ProcessField, 'type' | 'layout'>): boolean {
  return type === 'radio' && (layout.widgets ?? []).length > 0
}

function toZone(field: ProcessField, locale: string): Zone {
  const { type, page, x, y, width, height, options, readOnly, condition, editable, layout } = field
  const cells = field.validation.max_length
  return {
    id: String(field.id),
    signer: String(field.signerId),
    ...{ type, page, x, y, width, height, options, readOnly },
    required: field.required && condition === null,
    editable,
    ...(layout.align && { align: layout.align }),
    ...(layout.comb && typeof cells === 'number' && { cells }),
    ...(layout.rotation && { rotation: layout.rotation }),
    ...(layout.font_size && { largest: layout.font_size }),
    ...(layout.color && { colour: parseColour(layout.color) }),
    ...(field.label !== null && { label: field.label }),
    // A field with a condition may be hidden: its value is written when its signer signs.
    ...(field.value !== null &&
      condition === null && {
        value: formatFieldValue(field, field.value, locale),
        ...(type === 'number' && { number: field.value }),
      }),
  }
}

function parseColour(hex: string): Zone['colour'] {
  const part = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16) / 255
  return [part(1), part(3), part(5)]
}

/** A signer's values in one document, by zone, in the format of the process's language. */
export function toFieldValues(fields: ProcessField[], locale: string): Record<string, string | boolean> {
  const fieldsWithValue = fields.filter(
    ({ type }) => type !== 'signature' && type !== 'initials' && type !== 'attachment',
  )
  return Object.fromEntries(
    fieldsWithValue.flatMap((field): [string, string | boolean][] => {
      const { id, type, value } = field
      const places = buttonsAndPlaces(field)
      if (hasButtons(field)) return places.map((button) => [button.id, value === button.option])
      const filled = type === 'checkbox' ? value === 'true' : formatFieldValue(field, value ?? '', locale)
      return [String(id), ...places.map((place) => place.id)].map((zoneId) => [zoneId, filled])
    }),
  )
}

/** The numbers among a signer's values in plain form, by zone. */
export function toPlainNumbers(fields: ProcessField[]): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const { id, type, value } = field
      if (type !== 'number' || value === null) return []
      return [String(id), ...buttonsAndPlaces(field).map((place) => place.id)].map((zone) => [zone, value])
    }),
  )
}

/** The signers without a signature field in any document: they get one on a signature page. */
function findSignersWithoutField(signers: Person[], fields: ProcessField[]): string[] {
  const signerIdsWithField = new Set(
    fields.filter(({ type }) => type === 'signature').map(({ signerId }) => signerId),
  )
  return signers
    .filter(({ id, role }) => role === 'signer' && !signerIdsWithField.has(id))
    .map(({ id }) => String(id))
}
