import { type PDF, PdfArray, type PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { asDict, resolver } from '#lib/pdf/check/inspect'
import { isXmpWellFormed } from '#lib/pdf/xmp'
import {
  contains,
  differingKeys,
  equalObjects,
  hasNewDirect,
  isStructuralStream,
  refKey,
  refsOf,
} from './compare.ts'
import { type FormField, fieldsByRef, ownRef, reachable, refsWithin, textOf } from './form-tree.ts'
import { levelOf, type Modification, type ModificationKind, type Permissions } from './modifications.ts'
import type { TouchedObjects } from './revisions.ts'
import { fieldOwners, isTimestamp } from './signature-fields.ts'

/** Entries of a field or widget that filling in and signing may change. */
const fillable = new Set(['V', 'AP', 'AS', 'F', 'Ff', 'DA', 'Q', 'Type'])
const formEntries = new Set(['Fields', 'DR', 'DA', 'Q', 'NeedAppearances', 'SigFlags'])
const catalogKinds: Record<string, ModificationKind> = {
  DSS: 'validation_data',
  Extensions: 'validation_data',
  Metadata: 'metadata',
  Version: 'metadata',
}

/** Represents the trailer among the objects that refer to others. */
const trailer = PdfRef.of(0)

/** An object of both revisions that differs between them. */
interface Change {
  ref: PdfRef
  before: PdfObject
  after: PdfObject
  at: number
}

type Rule = (change: Change) => void

/** The rule for a known object; with `holders` only while no others refer to it, else it counts as content. */
interface KnownObject {
  rule: Rule
  holders?: ReadonlySet<number>
}

/** Compares an earlier revision with the current file, object by object. */
export class Comparison {
  readonly #old: PDF
  readonly #now: PDF
  readonly #touched: TouchedObjects
  readonly #fields: Map<string, FormField>
  readonly #fieldsNow: Map<string, FormField>
  readonly #pages: Set<string>
  readonly #known = new Map<string, KnownObject>()
  /** Object number → numbers of the old objects that refer to it; null when not passed. */
  readonly #referrers: Map<number, Set<number>> | null
  readonly #changes: Change[] = []
  readonly #owners: (fieldName: string) => string[]
  /** Modifications that no signature permits. */
  readonly #general: Modification[]
  /** Modifications of the signature being judged. */
  #found: Modification[] = []
  #permissions: Permissions = { certification: null, isLocked: () => false }

  /**
   * @param touched objects that revisions after `old` define or free
   * @param referrers which objects of `now` refer to the touched ones (`referrersTo`). Without it, two checks are
   * left out: references of the old revision to missing objects that were added later, and changed objects that are
   * used in several places
   */
  constructor(old: PDF, now: PDF, touched: TouchedObjects, referrers?: Map<number, Set<number>>) {
    this.#old = old
    this.#now = now
    this.#touched = touched
    this.#fields = fieldsByRef(old)
    this.#fieldsNow = fieldsByRef(now)
    this.#pages = new Set(old.context.pages.getPages().map(refKey))
    this.#owners = fieldOwners(old)
    this.#referrers = referrers ? this.#referrersBefore(referrers) : null
    this.#registerRules()
    this.#compare()
    this.#forbidAddedTargets()
    this.#general = this.#found
  }

  /**
   * The modifications by later revisions. Permitted are validation data, filling in, signing, and new signature
   * fields; under a certification with P=1 validation data only, with P=3 annotations too.
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

  /** Messages of the modifications that are not permitted. */
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
      this.#forbid('content', 'Pages were replaced after signing.', last)
    }
    const rootBefore = this.#old.context.info.trailer.getRef('Root')
    const rootAfter = this.#now.context.info.trailer.getRef('Root')
    if (rootBefore?.objectNumber !== rootAfter?.objectNumber)
      this.#forbid('content', 'The catalog was replaced after signing.', last)
    if (!isXmpWellFormed(this.#old) || !isXmpWellFormed(this.#now))
      this.#forbid('content', metadataMalformed, last)
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

  /** The old object; some readers ignore generations, so other generations of the number count too. */
  #objectBefore(number: number, generation: number): PdfObject | null {
    for (const one of new Set([generation, Math.max(0, generation - 1), 0])) {
      const before = this.#old.context.resolve(PdfRef.of(number, one))
      if (before && before.type !== 'null') return before
    }
    return null
  }

  /** Forbids new objects that the old revision referred to: they would appear in the signed document. */
  #forbidAddedTargets(): void {
    for (const [number, { generation, inUse, at }] of this.#touched) {
      if (!inUse || this.#objectBefore(number, generation)) continue
      if (this.#referrers?.has(number))
        this.#forbid(
          'content',
          `Object ${number}, which the signed document refers to, was added after signing.`,
          at,
        )
    }
  }

  /** Referrers in the old revision: untouched objects as they are, touched ones as they were. */
  #referrersBefore(referrersNow: Map<number, Set<number>>): Map<number, Set<number>> {
    const found = new Map<number, Set<number>>()
    const add = (number: number, from: number) =>
      found.set(number, (found.get(number) ?? new Set()).add(from))
    for (const [number, { generation }] of this.#touched) {
      for (const from of referrersNow.get(number) ?? []) if (!this.#touched.has(from)) add(number, from)
      const before = this.#objectBefore(number, generation) ?? undefined
      for (const { objectNumber } of refsWithin(before))
        if (this.#touched.has(objectNumber)) add(objectNumber, number)
    }
    return found
  }

  #isReferencedOnlyBy(holders: ReadonlySet<number>, { objectNumber }: PdfRef): boolean {
    const names = ({ objectNumber: other }: PdfRef) => other === objectNumber
    // Two entries of the catalog may refer to the same object.
    if (refsWithin(this.#old.context.catalog.getDict()).filter(names).length > 1) return false
    const inTrailer = [this.#old, this.#now].some((pdf) => refsWithin(pdf.context.info.trailer).some(names))
    const from = [...(this.#referrers?.get(objectNumber) ?? []), ...(inTrailer ? [trailer.objectNumber] : [])]
    return from.every((number) => holders.has(number))
  }

  #judge(change: Change): void {
    const { ref, before, after, at } = change
    const known = this.#known.get(refKey(ref))
    const field = this.#fields.get(refKey(ref))
    if (known && (!known.holders || this.#isReferencedOnlyBy(known.holders, ref))) known.rule(change)
    else if (field) this.#judgeField(field, change)
    else if (this.#pages.has(refKey(ref))) this.#judgePage(change)
    else if (isStructuralStream(before) && isStructuralStream(after)) return
    else this.#forbid('content', `Object ${ref.objectNumber} was changed after signing.`, at)
  }

  /** Registers the rules of the catalog, the form and its parts, annotations and validation data. */
  #registerRules(): void {
    const resolve = resolver(this.#old)
    const catalog = this.#old.context.catalog.getDict()
    const form = asDict(catalog.get('AcroForm', resolve))
    const register = (ref: PdfObject | undefined, rule: Rule, holders?: PdfRef[]) => {
      const numbers = holders && { holders: new Set(holders.map(({ objectNumber }) => objectNumber)) }
      if (ref instanceof PdfRef) this.#known.set(refKey(ref), { rule, ...numbers })
    }
    const root = ownRef(this.#old.context.info.trailer.get('Root'))
    if (this.#referrers) this.#registerAppearances(register)
    register(this.#old.context.info.trailer.get('Root'), (change) => this.#judgeCatalog(change))
    const metadata: Rule = ({ at }) => this.#permit('metadata', metadataChanged, at)
    const validation: Rule = ({ at }) => this.#permit('validation_data', validationAdded, at)
    register(this.#old.context.info.trailer.get('Info'), metadata, [trailer])
    register(catalog.get('Metadata'), metadata, root)
    register(catalog.get('Extensions'), validation, root)
    register(catalog.get('AcroForm'), (change) => this.#judgeForm(change))
    register(form?.get('Fields'), (change) => this.#judgeFieldList(change))
    const resources: Rule = ({ at }) => this.#permit('form_changed', entryChanged("form's /DR"), at)
    register(form?.get('DR'), resources, [...root, ...ownRef(catalog.get('AcroForm'))])
    const store = [...reachable(this.#old, catalog.get('DSS')).values()]
    // Streams of the store, such as certificates, must never change.
    for (const ref of store)
      if (!(resolve(ref) instanceof PdfStream)) register(ref, validation, [...root, ...store])
    for (const ref of this.#old.context.pages.getPages()) {
      register(asDict(resolve(ref))?.get('Annots'), (change) => this.#judgeAnnotations(change))
    }
  }

  /** Some software overwrites the appearance stream of a field in place. */
  #registerAppearances(register: (ref: PdfObject | undefined, rule: Rule, holders: PdfRef[]) => void): void {
    const resolve = resolver(this.#old)
    for (const [key, { name, type }] of this.#fields) {
      const [number, generation] = key.split(' ').map(Number)
      const widget = PdfRef.of(number!, generation)
      const field = asDict(resolve(widget))
      const details = { fieldName: name, owners: this.#owners(name) }
      const wasSigned = type === 'Sig' && Boolean(field?.has('V'))
      const rule: Rule = ({ at }) => this.#judgeFill('field_appearance', wasSigned, at, details)
      // An indirect /AP dictionary could be shared.
      for (const ref of refsWithin(asDict(field?.get('AP')) ?? undefined))
        if (this.#touched.has(ref.objectNumber)) register(ref, rule, [widget])
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

  /** Compares references, because a new field may have the name of an old one. */
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
      const report = this.#permissions.certification === 1 ? this.#forbid : this.#permit
      const signed = field && asDict(field)?.has('V')
      const message = `The signature field ${fieldName} was added${signed ? ' and signed' : ''}.`
      report.call(this, signed ? 'signature_added' : 'signature_field_added', message, at, { fieldName })
    }
  }

  #judgeField({ name: fieldName, type }: FormField, { before, after, at }: Change): void {
    const [left, right] = [asDict(before), asDict(after)]
    const changed = differingKeys(before, after)
    const other = changed.find((key) => !fillable.has(key))
    const wasSigned = type === 'Sig' && Boolean(left?.has('V'))
    const kind = kindOfFill(type, changed, isTimestamp(this.#now, after))
    const details: About = { fieldName, owners: this.#owners(fieldName) }
    if (kind === 'field_filled') {
      details.before = textOf(left?.get('V', resolver(this.#old)))
      details.after = textOf(right?.get('V', resolver(this.#now)))
    }
    if (other)
      this.#forbid(
        'content',
        `The form field ${fieldName} was changed in its /${other} after signing.`,
        at,
        details,
      )
    else if (kind === 'time_stamp_added' && !wasSigned)
      this.#permit(kind, filledBy(kind, fieldName), at, details)
    else this.#judgeFill(kind, wasSigned, at, details)
  }

  #judgeFill(kind: FillKind, wasSigned: boolean, at: number, details: About): void {
    const { fieldName } = details
    const forbid = (message: string) => this.#forbid(kind, message, at, details)
    if (this.#permissions.isLocked(fieldName))
      forbid(`The form field ${fieldName} was changed although it is locked.`)
    else if (wasSigned) forbid(`The signature field ${fieldName} was changed although it is signed.`)
    else if (this.#permissions.certification === 1)
      forbid(`The form field ${fieldName} was filled in although the certification forbids it.`)
    else this.#permit(kind, filledBy(kind, fieldName), at, details)
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
    const old = new Set(refsOf(before).map(refKey))
    const added = refsOf(after)
      .map(refKey)
      .some((ref) => !old.has(ref) && !this.#isNewOrSignature(ref))
    if (!added && !hasNewDirect(before, after)) return
    const report = this.#permissions.certification === 3 ? this.#permit : this.#forbid
    report.call(this, 'annotation_added', 'Annotations were added after signing.', at)
  }

  /** An old field that had no page would show unseen content; new fields are judged as fields. */
  #isNewOrSignature(ref: string): boolean {
    const field = this.#fieldsNow.get(ref)
    return field !== undefined && (field.type === 'Sig' || !this.#fields.has(ref))
  }

  #permit(kind: ModificationKind, message: string, at: number, details: Partial<Modification> = {}): void {
    this.#found.push({ kind, level: levelOf(kind), permitted: true, message, at, owners: [], ...details })
  }

  #forbid(kind: ModificationKind, message: string, at: number, details: Partial<Modification> = {}): void {
    this.#found.push({ kind, level: levelOf(kind), permitted: false, message, at, owners: [], ...details })
  }
}

const metadataChanged = 'The metadata of the document was changed after signing.'
const metadataMalformed =
  'The metadata of the document is no well-formed XMP packet: validators reject every change after signing.'
const validationAdded = 'Validation data was added or changed.'

function entryChanged(entry: string): string {
  return `The ${entry} was changed after signing.`
}

/** The form field of a modification. */
type About = Partial<Modification> & { fieldName: string }
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
