import { type PDF, type PdfDict, PdfName, type PdfRef, type PdfStream } from '@libpdf/core'
import { isSameText } from '#lib/core/text/characters'
import { asDict, resolver } from '#lib/pdf/check/inspect'
import {
  makeInitialsAppearance,
  makeSignatureAppearance,
  makeTextAppearance,
} from '#lib/pdf/fields/appearance'
import { isButton, isOn, stateName } from '#lib/pdf/fields/buttons'
import { widgetBox } from '#lib/pdf/fields/field-box'
import { decodeId, fieldLock, parseFieldName, topFields } from '#lib/pdf/fields/fields'
import { fieldFlags } from '#lib/pdf/fields/flags'
import { makeLockReference } from '#lib/pdf/fields/locks'
import { makePanelAppearance, type PanelAppearances, readZones } from '#lib/pdf/fields/panel'
import { replaceAppearance } from '#lib/pdf/fields/replace-appearance'
import { readStyle } from '#lib/pdf/fields/text-style'
import { decodeText, dict, textString } from '#lib/pdf/file/objects'
import { FontBook } from '#lib/pdf/text/fonts'
import { loadShaping } from '#lib/pdf/text/shaping'
import type { EngineSigner, FieldType, SignatureAppearance, Zone } from '#lib/pdf/zones'
import { getInitials, placeAppearances } from './appearances.ts'
import type { SigningIdentity } from './cms/identity.ts'
import { PadesError } from './error.ts'
import { bindZones, fillFileFields, getFullName, hasInitials, listWidgets, setValue } from './file-fields.ts'
import { type IncrementalFile, openForIncrement, saveSigned } from './increment.ts'
import { isSignedBefore } from './kept-fields.ts'

/** Input of `signRevision`. */
export interface SignInput {
  signer: EngineSigner
  /**
   * Values by `Zone.id`: text; true or false for check boxes and grouped radio buttons; an option for radio and
   * dropdown.
   */
  values: Record<string, string | boolean>
  /** The numbers among the values in plain form, with a decimal point and without grouping, by `Zone.id`. */
  numbers?: Record<string, string>
  signature: SignatureAppearance
  /** BCP 47 tag of the texts; in Japanese, Chinese characters have the Japanese forms. */
  language?: string
  /** Default: the initials of the signer's name; null where none are given. */
  initials?: SignatureAppearance | null
  identity: SigningIdentity
  reason?: string
  /** When the signer signed, in the caption. Default: `at`. */
  signedAt?: Date
  /** When the signature is made (/M), as long as the certificate is valid. */
  at: Date
}

/** A field of the signer other than its signature field, or one button of a radio group. */
interface SignerField {
  zoneId: string
  role: FieldType
  dict: PdfDict
  /** The parent field of a radio button. */
  group?: PdfDict
}

/** The fields that `prepareRevision` made for one signer. */
interface SignerFields {
  /** Empty signature fields: one, or for a file that was signed before at least one panel per page. */
  signatures: PdfDict[]
  others: SignerField[]
  /** The signer's zones in a certified file, whose own fields are filled in. */
  fileZones?: Zone[]
}

/**
 * Makes one signer's revision: fills in the fields that `prepareRevision` made for the signer, draws signature and
 * initials, locks these fields (FieldMDP, ISO 32000-2, 12.8.2.4) and signs (PAdES, EN 319 142-1, 6). In a file that
 * was signed before, a signer signs once in each of their panels, and the values are part of the signatures'
 * appearances.
 *
 * The input bytes are a prefix of the result.
 * @throws PadesError `no_field` when the signer has no empty signature field, `bad_value` when a value has no field
 * @throws ImageError when an image cannot be used
 */
export async function signRevision(bytes: Uint8Array, input: SignInput): Promise<Uint8Array> {
  const file = await openForIncrement(bytes)
  const { pdf } = file
  const fields = findSignerFields(pdf, input.signer)
  if (fields.fileZones) return signFileFields(file, fields.fileZones, fields.signatures, input)
  const [signature] = fields.signatures
  if (!signature) throw noFieldError(input.signer)
  if (readZones(signature)) return signPanels(file, fields.signatures, input)
  await loadShapingFor(input)
  // The first revision is ours: a file that was signed before has panels.
  const fonts = new FontBook(pdf, input.language, { reuses: true })
  fillValues(pdf, fonts, fields.others, input.values)
  await drawMarks(pdf, fonts, signature, fields.others, input)
  fonts.embed()
  return saveLocked(file, signature, input)
}

/** Signs each panel in its own revision: a signature field has only one widget (ISO 32000-2, 12.7.5.5). */
async function signPanels(first: IncrementalFile, panels: PdfDict[], input: SignInput): Promise<Uint8Array> {
  checkValues(
    panels.flatMap((panel) => readZones(panel) ?? []),
    input.values,
  )
  let { bytes } = first
  for (const index of panels.keys()) {
    const file = index === 0 ? first : await openForIncrement(bytes)
    const { pdf } = file
    const [panel] = findSignerFields(pdf, input.signer).signatures
    const zones = readZones(panel!) ?? []
    const appearances = await placeAppearances(
      pdf,
      input,
      zones.some(({ type }) => type === 'initials'),
    )
    await loadShapingFor(input, zones)
    const fonts = new FontBook(pdf, input.language)
    replaceAppearance(
      pdf,
      panel!,
      makePanelAppearance(pdf, fonts, widgetBox(pdf, panel!), zones, input.values, appearances),
    )
    fonts.embed()
    bytes = await saveLocked(file, panel!, input)
  }
  return bytes
}

/**
 * Signs a certified file: fills in the author's fields of the signer, and signs in the author's signature fields, each
 * in its own revision, or else in the invisible field of the signer.
 */
async function signFileFields(
  first: IncrementalFile,
  zones: Zone[],
  hidden: PdfDict[],
  input: SignInput,
): Promise<Uint8Array> {
  checkValues(zones, input.values)
  const signatureZones = zones.filter(({ type }) => type === 'signature')
  await loadShapingFor(input, zones)
  const { numbers } = input
  const keepsDrawings = await isSignedBefore(first)
  let { bytes } = first
  for (let index = 0; index < Math.max(1, signatureZones.length); index++) {
    const file = index === 0 ? first : await openForIncrement(bytes)
    const { pdf } = file
    const fonts = new FontBook(pdf, input.language)
    const bound = index === 0 ? bindZones(pdf, zones) : bindZones(pdf, signatureZones.slice(index))
    const values = index === 0 ? input.values : {}
    fillFileFields(pdf, fonts, bound, values, { numbers, keepsDrawings })
    const place = bound.find(({ source }) => source.field.type === 'signature')?.source
    const signature = place?.widgets[0].field ?? hidden[0]
    if (!signature) throw noFieldError(input.signer)
    const initials = index === 0 && input.initials !== null ? bound.filter(hasInitials) : []
    if (place || initials.length > 0) {
      const appearances = await placeAppearances(pdf, input, initials.length > 0)
      const draw = drawOnce(pdf, (box) =>
        makeSignatureAppearance(fonts, box, appearances.signature, appearances.caption),
      )
      for (const { dict: widget } of place?.widgets ?? []) draw(widget)
      const drawInitials = drawOnce(pdf, (box) => makeInitialsAppearance(fonts, box, appearances.initials!))
      const text = initialsText(appearances, input)
      for (const { source } of initials) {
        setValue(source, text)
        for (const { dict: widget } of listWidgets(source)) drawInitials(widget)
      }
    }
    fonts.embed()
    const filled = bound.filter(
      (field) => initials.includes(field) || field.zones.some(({ id }) => values[id] !== undefined),
    )
    bytes = await saveLocked(file, signature, input, [
      ...filled.map(({ source }) => getFullName(source)),
      ...(place ? [getFullName(place)] : []),
    ])
  }
  return bytes
}

/** Loads the text shaper (for Arabic or Devanagari, say) if a text of this revision needs it. */
function loadShapingFor(
  { signer, values, signature, initials }: SignInput,
  zones: Zone[] = [],
): Promise<void> {
  return loadShaping(signer, getInitials(signer.name), values, signature, initials, zones)
}

/** @throws PadesError `bad_value` for a value without a zone, or that is no option of its zone */
function checkValues(zones: Zone[], values: SignInput['values']): void {
  for (const [id, value] of Object.entries(values)) {
    const zone = zones.find((candidate) => candidate.id === id)
    if (!zone || zone.type === 'signature' || zone.type === 'initials') throw missingFieldError(id)
    const isChoice = zone.type === 'dropdown' || (zone.type === 'radio' && !isButton(zone))
    const isEmpty = value === '' || value === false
    if (isChoice && !isEmpty && !zone.editable && !zone.options?.includes(String(value)))
      throw unknownOptionError(id)
  }
}

/**
 * Signs and locks the fields that the signature field's lock names (ISO 32000-2, 12.7.5.5), or else those of `names`.
 */
function saveLocked(
  file: IncrementalFile,
  signature: PdfDict,
  input: SignInput,
  names: readonly string[] = [],
): Promise<Uint8Array> {
  const { at, reason, signer, identity } = input
  const resolve = resolver(file.pdf)
  const fieldLocks = asDict(signature.get('Lock', resolve))
  const params = fieldLock('TransformParams', 'Include', names)
  for (const key of ['Action', 'Fields']) {
    const value = fieldLocks?.get(key, resolve)
    if (value) params.set(key, value)
  }
  const references = [makeLockReference(file.pdf, params)]
  return saveSigned(file, signature, { at, name: signer.name, reason, references }, identity)
}

/** The signer's fields of the newest process in the file. */
function findSignerFields(pdf: PDF, signer: EngineSigner): SignerFields {
  const resolve = resolver(pdf)
  const fields = topFields(pdf).flatMap(({ name, dict: field }) => {
    const id = parseFieldName(name)
    return id ? [{ id, field }] : []
  })
  // The seal field is the last of a process: its tag is in the names of all fields of the newest one.
  const seal = fields.findLast(({ id }) => id.role === 'seal')
  const tag = seal?.id.tag
  const fileZones = seal && readZones(seal.field)?.filter((zone) => zone.signer === signer.id)
  const findSignerFields: SignerFields = { signatures: [], others: [], ...(fileZones && { fileZones }) }
  for (const { id, field } of fields) {
    if (id.tag !== tag || id.signer !== signer.id) continue
    if (field.getName('FT', resolve)?.value === 'Sig') {
      if (!field.has('V')) findSignerFields.signatures.push(field)
      continue
    }
    const role = id.role as FieldType
    const kids = field.getArray('Kids', resolve)?.toArray() ?? []
    if (kids.length === 0) findSignerFields.others.push({ zoneId: id.zone, role, dict: field })
    for (const ref of kids) {
      const kid = ref.type === 'ref' ? asDict(resolve(ref)) : null
      const zoneId = decodeId(kid?.getString('T', resolve)?.asString() ?? '')
      if (kid) findSignerFields.others.push({ zoneId, role, dict: kid, group: field })
    }
  }
  return findSignerFields
}

function fillValues(pdf: PDF, fonts: FontBook, fields: SignerField[], values: SignInput['values']): void {
  const fieldByZone = new Map(fields.map((field) => [field.zoneId, field]))
  for (const [zoneId, value] of Object.entries(values)) {
    const field = fieldByZone.get(zoneId)
    if (!field || field.role === 'signature' || field.role === 'initials') throw missingFieldError(zoneId)
    if (field.role === 'checkbox' || field.role === 'radio') setState(pdf, field, value)
    else setText(pdf, fonts, field, value)
  }
  for (const group of new Set(fields.flatMap((field) => field.group ?? []))) clearIfOff(pdf, group, fields)
}

/** A group whose buttons are all off may still have the value of a preset. */
function clearIfOff(pdf: PDF, group: PdfDict, fields: SignerField[]): void {
  const stateOf = (dict: PdfDict, key: 'AS' | 'V') => dict.getName(key, resolver(pdf))?.value ?? 'Off'
  const buttons = fields.filter((field) => field.group === group)
  if (stateOf(group, 'V') !== 'Off' && buttons.every(({ dict }) => stateOf(dict, 'AS') === 'Off'))
    group.set('V', PdfName.of('Off'))
}

function setText(pdf: PDF, fonts: FontBook, field: SignerField, value: string | boolean): void {
  const text = typeof value === 'string' ? value : ''
  const isEditable = ((field.dict.getNumber('Ff', resolver(pdf))?.value ?? 0) & fieldFlags.edit) !== 0
  const mustBeOption = field.role === 'dropdown' && text !== '' && !isEditable
  if (mustBeOption && !readOptions(pdf, field.dict).includes(text)) {
    throw unknownOptionError(field.zoneId)
  }
  const valueBefore = field.dict.getString('V', resolver(pdf))
  // A value that was preset stays as it was drawn: some validators call any other font of an appearance a change.
  if (valueBefore && isSameText(decodeText(valueBefore), text)) return
  field.dict.set('V', textString(text))
  const box = widgetBox(pdf, field.dict)
  replaceAppearance(pdf, field.dict, makeTextAppearance(fonts, box, text, readStyle(pdf, field.dict, box)))
}

function readOptions(pdf: PDF, field: PdfDict): string[] {
  const options = field.getArray('Opt', resolver(pdf))?.toArray() ?? []
  return options.flatMap((option) => (option.type === 'string' ? [option.asString()] : []))
}

/** Ticks a check box or selects a radio button; the appearances exist already (ISO 32000-2, 12.7.5.2). */
function setState(pdf: PDF, { zoneId, dict: field, group }: SignerField, value: string | boolean): void {
  const resolve = resolver(pdf)
  // The states are the names of the appearances; all but /Off mean ticked or selected.
  const states = asDict(asDict(field.get('AP', resolve))?.get('N', resolve))
  const names = [...(states?.keys() ?? [])].map((name) => name.value).filter((name) => name !== 'Off')
  let state: string
  const isOff = value === 'false' && !names.includes(stateName(value))
  if (value === false || value === '' || isOff) state = 'Off'
  else if (names.length === 1 && (isOn(value) || value === names[0])) state = names[0]!
  else if (typeof value === 'string' && names.includes(stateName(value))) state = stateName(value)
  // The value is that of another button of the group.
  else if (group && typeof value === 'string') state = 'Off'
  else throw unknownOptionError(zoneId)
  field.set('AS', PdfName.of(state))
  if (!group) field.set('V', PdfName.of(state))
  else if (state !== 'Off') group.set('V', PdfName.of(state))
}

/** Draws the signature in every signature zone, and the initials in theirs. */
async function drawMarks(
  pdf: PDF,
  fonts: FontBook,
  signature: PdfDict,
  others: SignerField[],
  input: SignInput,
): Promise<void> {
  const initialsFields = input.initials === null ? [] : others.filter(({ role }) => role === 'initials')
  const appearances = await placeAppearances(pdf, input, initialsFields.length > 0)
  const repeatedSignatures = others.filter(({ role }) => role === 'signature').map((field) => field.dict)
  const drawSignature = drawOnce(pdf, (box) =>
    makeSignatureAppearance(fonts, box, appearances.signature, appearances.caption),
  )
  const drawInitials = drawOnce(pdf, (box) => makeInitialsAppearance(fonts, box, appearances.initials!))
  for (const field of [signature, ...repeatedSignatures]) {
    if (widgetBox(pdf, field).width > 0) drawSignature(field)
    if (field !== signature) field.set('V', textString(input.signer.name))
  }
  const text = initialsText(appearances, input)
  for (const { dict: field } of initialsFields) {
    drawInitials(field)
    field.set('V', textString(text))
  }
}

/** The value of a field with initials: those of the name where they are an image. */
function initialsText({ initials }: PanelAppearances, { signer }: SignInput): string {
  return initials?.kind === 'text' ? initials.text : getInitials(signer.name)
}

/** Replaces the appearances of widgets that look alike: those of one size share one. */
function drawOnce(
  pdf: PDF,
  draw: (box: ReturnType<typeof widgetBox>) => PdfStream,
): (field: PdfDict) => void {
  const drawn = new Map<string, PdfRef>()
  return (field) => {
    const box = widgetBox(pdf, field)
    const key = JSON.stringify(box)
    const ref = drawn.get(key) ?? pdf.context.register(draw(box))
    drawn.set(key, ref)
    field.set('AP', dict({ N: ref }))
  }
}

function noFieldError({ id }: EngineSigner): PadesError {
  return new PadesError('no_field', `Signer ${id} has no empty signature field.`)
}

function missingFieldError(zoneId: string): PadesError {
  return new PadesError('bad_value', `Zone ${zoneId} has no field of this signer.`)
}

function unknownOptionError(zoneId: string): PadesError {
  return new PadesError('bad_value', `Zone ${zoneId} does not have the option that was given.`)
}
