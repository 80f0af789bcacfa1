import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core'
import { asDict, resolver } from '#lib/pdf/inspect'
import { equalObjects, refKey } from './compare.ts'
import { type FormField, fieldsByRef, reachable, refsOf, refsWithin } from './form-tree.ts'
import { levelOf, type Modification, type ModificationKind, type Permissions } from './modifications.ts'
import type { TouchedObjects } from './revisions.ts'
import { fieldOwners } from './signature-fields.ts'

/** Entries of a field or widget that filling in and signing may change. */
const fillable = new Set(['V', 'AP', 'AS', 'F', 'Ff', 'DA', 'Q', 'Type'])
const formEntries = new Set(['Fields', 'DR', 'DA', 'Q', 'NeedAppearances', 'SigFlags'])
const catalogKinds: Record<string, ModificationKind> = {
  DSS: 'validation_data',
  Extensions: 'validation_data',
  Metadata: 'metadata',
  Version: 'metadata',
}
/** Longer values are cut in what is told of them. */
const valueLength = 200

/** An object that both revisions have, and that is not the same in them. */
interface Change {
  ref: PdfRef
  before: PdfObject
  after: PdfObject
  at: number
}

type Rule = (change: Change) => void

/** An earlier revision and the file as it is, object by object. */
export class Comparison {
  readonly #old: PDF
  readonly #now: PDF
  readonly #touched: TouchedObjects
  readonly #fields: Map<string, FormField>
  readonly #fieldsNow: Map<string, FormField>
  readonly #pages: Set<string>
  readonly #known = new Map<string, Rule>()
  readonly #changes: Change[] = []
  readonly #owners: (fieldName: string) => string[]
  /** What nobody permits. */
  readonly #general: Modification[]
  /** Of the signature that is asked about at present. */
  #found: Modification[] = []
  #permissions: Permissions = { certification: null, isLocked: () => false }

  /**
   * @param touched what the revisions after `old` define anew or free
   * @param referrers which objects of `now` refer to the touched ones (`referrersTo`); without it nobody asks whether
   * the old revision referred to objects that it did not have
   */
  constructor(old: PDF, now: PDF, touched: TouchedObjects, referrers?: Map<number, Set<number>>) {
    this.#old = old
    this.#now = now
    this.#touched = touched
    this.#fields = fieldsByRef(old)
    this.#fieldsNow = fieldsByRef(now)
    this.#pages = new Set(old.context.pages.getPages().map(refKey))
    this.#owners = fieldOwners(old)
    this.#learn()
    this.#compare()
    if (referrers) this.#findAwaited(referrers)
    this.#general = this.#found
  }

  /**
   * What later revisions did beyond writing the same again. Permitted are validation data, filling in and signing, and
   * new signature fields; under a certification with P=1 validation data only, with P=3 annotations too.
   */
  modifications(permissions: Permissions): Modification[] {
    this.#permissions = permissions
    this.#found = [...this.#general]
    for (const change of this.#changes) this.#judge(change)
    const filled = new Set(this.#found.map(({ kind, fieldName }) => kind === 'field_filled' && fieldName))
    const unique = new Map(this.#found.map((one) => [one.message, one]))
    return [...unique.values()].filter(
      ({ kind, fieldName }) => kind !== 'field_appearance' || !filled.has(fieldName!),
    )
  }

  /** What is not permitted, in sentences. */
  forbidden(permissions: Permissions): string[] {
    return this.modifications(permissions).flatMap(({ permitted, message }) => (permitted ? [] : [message]))
  }

  #compare(): void {
    const last = Math.max(0, ...[...this.#touched.values()].map(({ at }) => at))
    if (this.#old.context.pages.getPageCount() !== this.#now.context.pages.getPageCount()) {
      this.#forbid('content', 'Pages were added or removed after signing.', last)
    } else if (
      ![...this.#pages].every((page, at) => page === refKey(this.#now.context.pages.getPages()[at]!))
    ) {
      this.#forbid('content', 'Pages were exchanged after signing.', last)
    }
    const rootBefore = this.#old.context.info.trailer.getRef('Root')
    const rootAfter = this.#now.context.info.trailer.getRef('Root')
    if (rootBefore?.objectNumber !== rootAfter?.objectNumber)
      this.#forbid('content', 'The catalog was exchanged after signing.', last)
    for (const [number, { generation, inUse, at }] of this.#touched) {
      const ref = PdfRef.of(number, generation)
      const before = this.#objectBefore(number, generation)
      if (!before) continue
      const after = inUse ? this.#now.context.resolve(ref) : null
      if (!after || after.type === 'null')
        this.#forbid('content', `Object ${number} was deleted after signing.`, at)
      else if (!equalObjects(before, after)) this.#changes.push({ ref, before, after, at })
    }
  }

  /** Some readers do not look at generations: an object is changed even where its number comes back with another one. */
  #objectBefore(number: number, generation: number): PdfObject | null {
    for (const one of new Set([generation, Math.max(0, generation - 1), 0])) {
      const before = this.#old.context.resolve(PdfRef.of(number, one))
      if (before && before.type !== 'null') return before
    }
    return null
  }

  /** New objects that the old revision referred to before there were any: they would show in the signed document. */
  #findAwaited(referrers: Map<number, Set<number>>): void {
    const referred = new Set<number>()
    for (const [number, { generation }] of this.#touched) {
      const before = this.#objectBefore(number, generation) ?? undefined
      for (const { objectNumber } of refsWithin(before)) referred.add(objectNumber)
    }
    for (const [number, { generation, inUse, at }] of this.#touched) {
      if (!inUse || this.#objectBefore(number, generation)) continue
      const unchanged = [...(referrers.get(number) ?? [])].some((referrer) => !this.#touched.has(referrer))
      if (unchanged || referred.has(number))
        this.#forbid(
          'content',
          `Object ${number}, which the signed document refers to, was added after signing.`,
          at,
        )
    }
  }

  #judge(change: Change): void {
    const { ref, before, after, at } = change
    const rule = this.#known.get(refKey(ref))
    const field = this.#fields.get(refKey(ref))
    if (rule) rule(change)
    else if (field) this.#judgeField(field, change)
    else if (this.#pages.has(refKey(ref))) this.#judgePage(change)
    else if (isBookkeeping(before) && isBookkeeping(after)) return
    else this.#forbid('content', `Object ${ref.objectNumber} was changed after signing.`, at)
  }

  /** Which objects have a rule of their own: the catalog, the form, its parts, arrays of annotations, validation data. */
  #learn(): void {
    const resolve = resolver(this.#old)
    const catalog = this.#old.context.catalog.getDict()
    const form = asDict(catalog.get('AcroForm', resolve))
    const know = (ref: PdfObject | undefined, rule: Rule) => {
      if (ref instanceof PdfRef) this.#known.set(refKey(ref), rule)
    }
    know(this.#old.context.info.trailer.get('Root'), (change) => this.#judgeCatalog(change))
    know(this.#old.context.info.trailer.get('Info'), ({ at }) =>
      this.#permit('metadata', metadataChanged, at),
    )
    know(catalog.get('Metadata'), ({ at }) => this.#permit('metadata', metadataChanged, at))
    know(catalog.get('AcroForm'), (change) => this.#judgeForm(change))
    know(form?.get('Fields'), (change) => this.#judgeFieldList(change))
    know(form?.get('DR'), ({ at }) => this.#permit('form_changed', entryChanged("form's /DR"), at))
    for (const ref of reachable(this.#old, catalog.get('DSS')).values())
      know(ref, ({ at }) => this.#permit('validation_data', validationAdded, at))
    for (const ref of this.#old.context.pages.getPages()) {
      know(asDict(resolve(ref))?.get('Annots'), (change) => this.#judgeAnnotations(change))
    }
  }

  #judgeCatalog({ ref, before, after, at }: Change): void {
    for (const key of differingKeys(before, after)) {
      const kind = catalogKinds[key]
      if (kind) this.#permit(kind, kind === 'metadata' ? metadataChanged : validationAdded, at)
      else if (key !== 'AcroForm') this.#forbid('content', entryChanged(`catalog's /${key}`), at)
    }
    const formBefore = asDict((before as PdfDict).get('AcroForm', resolver(this.#old)))
    const formAfter = asDict((after as PdfDict).get('AcroForm', resolver(this.#now)))
    if (formBefore && formAfter) this.#judgeForm({ ref, before: formBefore, after: formAfter, at })
    else if (formAfter) this.#judgeNewFields(at)
    else if (formBefore) this.#forbid('content', 'The form was removed after signing.', at)
  }

  #judgeForm({ ref, before, after, at }: Change): void {
    const changed = differingKeys(before, after)
    for (const key of changed) {
      if (!formEntries.has(key)) this.#forbid('content', entryChanged(`form's /${key}`), at)
      else if (key !== 'Fields' && key !== 'SigFlags')
        this.#permit('form_changed', entryChanged(`form's /${key}`), at)
    }
    const list = (form: PdfObject, pdf: PDF) =>
      asDict(form)?.getArray('Fields', resolver(pdf)) ?? new PdfArray()
    if (changed.includes('Fields'))
      this.#judgeFieldList({ ref, before: list(before, this.#old), after: list(after, this.#now), at })
  }

  #judgeFieldList({ before, after, at }: Change): void {
    if (!contains(after, before)) this.#forbid('content', 'Form fields were removed after signing.', at)
    if (hasNewDirect(before, after))
      this.#forbid('content', 'A form field without an object of its own was added after signing.', at)
    this.#judgeNewFields(at)
  }

  /** By their references: a name may be that of a field that was there before. */
  #judgeNewFields(at: number): void {
    for (const [key, { name, type }] of this.#fieldsNow) {
      if (this.#fields.has(key)) continue
      const since = this.#touched.get(Number(key.split(' ')[0]))?.at ?? at
      const event = this.#permissions.certification ? 'certification' : 'signing'
      if (type !== 'Sig')
        this.#forbid('content', `The form field ${name} was added after ${event}.`, since, {
          fieldName: name,
        })
      else this.#judgeNewSignature(key, name, since)
    }
  }

  #judgeNewSignature(key: string, fieldName: string, at: number): void {
    const [number, generation] = key.split(' ').map(Number)
    const field = this.#now.context.resolve(PdfRef.of(number!, generation))
    if (field && isTimestamp(this.#now, field))
      this.#permit('time_stamp_added', filledBy('time_stamp_added', fieldName), at, {
        fieldName,
      })
    else {
      const note = this.#permissions.certification === 1 ? this.#forbid : this.#permit
      const signed = field && asDict(field)?.has('V')
      const message = `The signature field ${fieldName} was added${signed ? ' and signed' : ''}.`
      note.call(this, signed ? 'signature_added' : 'signature_field_added', message, at, { fieldName })
    }
  }

  #judgeField({ name: fieldName, type }: FormField, { before, after, at }: Change): void {
    const [left, right] = [asDict(before), asDict(after)]
    const changed = differingKeys(before, after)
    const other = changed.find((key) => !fillable.has(key))
    const wasSigned = type === 'Sig' && Boolean(left?.has('V'))
    const kind = kindOfFill(type, changed, isTimestamp(this.#now, after))
    const about: Partial<Modification> = { fieldName, owners: this.#owners(fieldName) }
    if (kind === 'field_filled') {
      about.before = textOf(left?.get('V', resolver(this.#old)))
      about.after = textOf(right?.get('V', resolver(this.#now)))
    }
    const forbid = (message: string) => this.#forbid(other ? 'content' : kind, message, at, about)
    if (other) forbid(`The form field ${fieldName} was changed in its /${other} after signing.`)
    else if (kind === 'time_stamp_added' && !wasSigned)
      this.#permit(kind, filledBy(kind, fieldName), at, about)
    else if (this.#permissions.isLocked(fieldName))
      forbid(`The form field ${fieldName} was changed although it is locked.`)
    else if (wasSigned) forbid(`The signature field ${fieldName} was changed although it is signed.`)
    else if (this.#permissions.certification === 1)
      forbid(`The form field ${fieldName} was filled in although the certification forbids it.`)
    else this.#permit(kind, filledBy(kind, fieldName), at, about)
  }

  #judgePage({ ref, before, after, at }: Change): void {
    const changed = differingKeys(before, after)
    const other = changed.find((key) => key !== 'Annots')
    if (other) this.#forbid('content', `A page was changed in its /${other} after signing.`, at)
    const list = (page: PdfObject, pdf: PDF) =>
      asDict(page)?.getArray('Annots', resolver(pdf)) ?? new PdfArray()
    if (changed.includes('Annots'))
      this.#judgeAnnotations({ ref, before: list(before, this.#old), after: list(after, this.#now), at })
  }

  #judgeAnnotations({ before, after, at }: Change): void {
    if (!contains(after, before)) this.#forbid('content', 'Annotations were removed after signing.', at)
    const old = new Set(refs(before))
    const added = refs(after).some((ref) => !old.has(ref) && !this.#isNewOrSignature(ref))
    if (!added && !hasNewDirect(before, after)) return
    const note = this.#permissions.certification === 3 ? this.#permit : this.#forbid
    note.call(this, 'annotation_added', 'Annotations were added after signing.', at)
  }

  /** A field of the old revision that was on no page would show what nobody saw; new ones are judged as fields. */
  #isNewOrSignature(ref: string): boolean {
    const field = this.#fieldsNow.get(ref)
    return field !== undefined && (field.type === 'Sig' || !this.#fields.has(ref))
  }

  #permit(kind: ModificationKind, message: string, at: number, about: Partial<Modification> = {}): void {
    this.#found.push({ kind, level: levelOf(kind), permitted: true, message, at, owners: [], ...about })
  }

  #forbid(kind: ModificationKind, message: string, at: number, about: Partial<Modification> = {}): void {
    this.#found.push({ kind, level: levelOf(kind), permitted: false, message, at, owners: [], ...about })
  }
}

const metadataChanged = 'The metadata of the document was changed after signing.'
const validationAdded = 'Validation data was added or changed.'

function entryChanged(what: string): string {
  return `The ${what} was changed after signing.`
}

type FillKind = 'time_stamp_added' | 'signature_added' | 'field_filled' | 'field_appearance'

function kindOfFill(type: string | undefined, changed: string[], isTimestamp: boolean): FillKind {
  if (!changed.includes('V')) return 'field_appearance'
  if (type !== 'Sig') return 'field_filled'
  return isTimestamp ? 'time_stamp_added' : 'signature_added'
}

function filledBy(kind: FillKind, fieldName: string): string {
  switch (kind) {
    case 'time_stamp_added':
      return `A document time stamp was added in the field ${fieldName}.`
    case 'signature_added':
      return `The field ${fieldName} was signed.`
    case 'field_filled':
      return `The form field ${fieldName} was filled in after signing.`
    case 'field_appearance':
      return `The appearance of the form field ${fieldName} was changed after signing.`
  }
}

function differingKeys(before: PdfObject, after: PdfObject): string[] {
  const [left, right] = [asDict(before), asDict(after)]
  if (!left || !right || left.type !== right.type) return ['']
  const keys = new Set([...left.keys(), ...right.keys()].map((key) => key.value))
  return [...keys].filter((key) => !equalObjects(left.get(key), right.get(key)))
}

/** Cross-reference and object streams, which later revisions may write over: they carry no content of their own. */
function isBookkeeping(object: PdfObject): boolean {
  return object instanceof PdfStream && ['XRef', 'ObjStm'].includes(object.getName('Type')?.value ?? '')
}

function isTimestamp(pdf: PDF, field: PdfObject): boolean {
  const value = asDict(asDict(field)?.get('V', resolver(pdf)))
  return value?.getName('Type')?.value === 'DocTimeStamp'
}

/** A field's value as a person would read it. */
function textOf(value: PdfObject | undefined): string {
  const text =
    value instanceof PdfString
      ? value.asString()
      : value instanceof PdfName
        ? value.value
        : value instanceof PdfArray
          ? value.toArray().map(textOf).join(', ')
          : ''
  return text.slice(0, valueLength)
}

function contains(list: PdfObject, part: PdfObject): boolean {
  const all = new Set(refs(list))
  return refs(part).every((ref) => all.has(ref))
}

/** Items that are no references, and that the list did not hold before. */
function hasNewDirect(before: PdfObject, after: PdfObject): boolean {
  const direct = (list: PdfObject) =>
    list instanceof PdfArray ? list.toArray().filter((item) => item instanceof PdfDict) : []
  return direct(after).some((item) => !direct(before).some((old) => equalObjects(old, item)))
}

function refs(list: PdfObject): string[] {
  return list instanceof PdfArray ? refsOf(list).map(refKey) : []
}
