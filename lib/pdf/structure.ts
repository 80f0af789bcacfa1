import { type PDF, PdfArray, type PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef } from '@libpdf/core'
import { asDict, resolver } from './check/inspect.ts'
import { findDrawingRules } from './conformance.ts'
import { dict } from './file/objects.ts'

/** Deepest number tree that is followed. */
const maxDepth = 50

/**
 * The logical structure of a file (ISO 32000-2, 14.7), to whose end elements are added: one for each annotation or
 * page content of ours. `write` puts them into the file.
 */
export class Structure {
  readonly #pdf: PDF
  readonly #root: PdfDict
  readonly #parent: PdfDict
  readonly #parentRef: PdfRef
  readonly #elements: PdfRef[] = []
  /** Keys and values to add to the parent tree (14.7.5.4). */
  readonly #parents: PdfObject[] = []
  readonly #firstKey: number

  private constructor(pdf: PDF, root: PdfDict, rootRef: PdfRef) {
    this.#pdf = pdf
    this.#root = root
    const [only, ...others] = this.#kids(root)
    const document = only instanceof PdfRef && others.length === 0 ? asDict(pdf.context.resolve(only)) : null
    this.#parent = document ?? root
    this.#parentRef = document ? (only as PdfRef) : rootRef
    this.#firstKey = this.#findFreeKey()
  }

  /** The structure of a file that must stay tagged; null for any other file, and for one without a structure. */
  static open(pdf: PDF): Structure | null {
    const catalog = pdf.context.catalog.getDict()
    const ref = catalog.getRef('StructTreeRoot')
    const root = ref && asDict(pdf.context.resolve(ref))
    return root && findDrawingRules(pdf).tagged ? new Structure(pdf, root, ref) : null
  }

  /**
   * Adds an element for an annotation on a page, and /Tabs, the order of structure (12.5.1), to the page. Only PDF/UA
   * demands it (ISO 14289-1, 7.18); in other files it would be a disadvantage, as some validators that compare revisions
   * reach fields through the structure and call their values changes of it.
   */
  addAnnotation(type: 'Form' | 'Annot', annotation: PdfDict, ref: PdfRef, pageRef: PdfRef): void {
    const { accessible } = findDrawingRules(this.#pdf)
    if (accessible === null) return
    if (accessible === 2) {
      const label = annotation.get('TU')
      if (label) annotation.set('Contents', label)
      if (isInvisible(annotation)) return
    }
    const reference = dict({ Type: '/OBJR', Obj: ref, Pg: pageRef })
    const element = this.#addElement(type, pageRef, reference)
    annotation.set('StructParent', this.#addParent(element))
    asDict(this.#pdf.context.resolve(pageRef))?.set('Tabs', PdfName.of('S'))
  }

  /** Adds a paragraph for each marked content of a new page (14.7.5.2), whose identifiers count from 0. */
  addParagraphs(page: PdfDict, pageRef: PdfRef, count: number): void {
    const elements = Array.from({ length: count }, (_, id) =>
      this.#addElement('P', pageRef, PdfNumber.of(id)),
    )
    page.set('StructParents', this.#addParent(new PdfArray(elements)))
  }

  /** Puts what was added into the file. To be called once. */
  write(): void {
    if (this.#elements.length === 0) return
    this.#parent.set('K', new PdfArray([...this.#kids(this.#parent), ...this.#elements]))
    const nextKey = this.#firstKey + this.#parents.length / 2
    this.#root.set('ParentTreeNextKey', PdfNumber.of(nextKey))
    const resolve = resolver(this.#pdf)
    const tree = asDict(this.#root.get('ParentTree', resolve))
    const branches = tree?.getArray('Kids', resolve)?.toArray()
    if (tree && branches) {
      const limits = PdfArray.of(PdfNumber.of(this.#firstKey), PdfNumber.of(nextKey - 1))
      const leaf = dict({ Limits: limits, Nums: new PdfArray(this.#parents) })
      tree.set('Kids', new PdfArray([...branches, this.#pdf.context.register(leaf)]))
    } else {
      const before = tree?.getArray('Nums', resolve)?.toArray() ?? []
      const numbers = new PdfArray([...before, ...this.#parents])
      if (tree) tree.set('Nums', numbers)
      else this.#root.set('ParentTree', this.#pdf.context.register(dict({ Nums: numbers })))
    }
  }

  #addElement(type: string, pageRef: PdfRef, content: PdfObject): PdfRef {
    const element = dict({
      Type: '/StructElem',
      S: `/${type}`,
      P: this.#parentRef,
      Pg: pageRef,
      K: content,
    })
    const ref = this.#pdf.context.register(element)
    this.#elements.push(ref)
    return ref
  }

  /** @returns the key of the entry */
  #addParent(value: PdfObject): PdfNumber {
    const key = PdfNumber.of(this.#firstKey + this.#parents.length / 2)
    this.#parents.push(key, value)
    return key
  }

  /** The entry /K may be one item or a list. */
  #kids(element: PdfDict): PdfObject[] {
    const kids = element.get('K')
    const list = element.getArray('K', resolver(this.#pdf))
    return list ? list.toArray() : kids ? [kids] : []
  }

  /** A number above all keys of the parent tree. */
  #findFreeKey(): number {
    const resolve = resolver(this.#pdf)
    const next = this.#root.getNumber('ParentTreeNextKey', resolve)?.value ?? 0
    let highest = -1
    const visit = (node: PdfDict | null, depth: number) => {
      if (!node || depth > maxDepth) return
      const numbers = node.getArray('Nums', resolve)?.toArray() ?? []
      for (let index = 0; index < numbers.length; index += 2) {
        const key = numbers[index]
        if (key instanceof PdfNumber) highest = Math.max(highest, key.value)
      }
      for (const kid of node.getArray('Kids', resolve)?.toArray() ?? [])
        visit(asDict(kid instanceof PdfRef ? resolve(kid) : kid), depth + 1)
    }
    visit(asDict(this.#root.get('ParentTree', resolve)), 0)
    return Math.max(next, highest + 1)
  }
}

/** Whether an annotation of ours has no size. */
function isInvisible(annotation: PdfDict): boolean {
  const corners = annotation.getArray('Rect')?.toArray() ?? []
  return corners.every((corner) => corner instanceof PdfNumber && corner.value === 0)
}
