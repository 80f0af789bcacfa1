import { type PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef } from '@libpdf/core'
import { asDict, resolver } from '../check/inspect.ts'
import { decodeTextString } from '../fields/choices.ts'

/** Deepest visibility expression that is followed. */
const maxDepth = 20

type Resolve = (ref: PdfRef) => PdfObject | null

/**
 * Returns the function that names the layer by which the default configuration hides an annotation with this /OC
 * (ISO 32000-2, 8.11): null for a visible one.
 */
export function layerHiding(pdf: PDF): (optionalContent: PdfObject | undefined) => string | null {
  const resolve = resolver(pdf)
  const hidden = hiddenGroups(pdf, resolve)
  const readName = (group: PdfDict) => decodeTextString(group.get('Name', resolve)) ?? ''
  return (optionalContent) => {
    const content = asDict(optionalContent)
    if (!content) return null
    if (hidden.has(content)) return readName(content)
    if (content.getName('Type', resolve)?.value !== 'OCMD') return null
    const expression = content.get('VE', resolve)
    if (expression instanceof PdfArray) {
      const groups: PdfDict[] = []
      if (isVisible(expression, hidden, groups, resolve)) return null
      return readName(groups.find((group) => hidden.has(group)) ?? groups[0] ?? content)
    }
    const list = content.get('OCGs', resolve)
    const groups = list instanceof PdfDict ? [list] : listDicts(list, resolve)
    const hiddenOnes = groups.filter((group) => hidden.has(group))
    const [all, none] = [hiddenOnes.length === groups.length, hiddenOnes.length === 0]
    if (groups.length === 0) return null
    const policy = content.getName('P', resolve)?.value ?? 'AnyOn'
    const isHidden = { AllOn: !none, AnyOn: all, AnyOff: none, AllOff: !all }[policy] ?? all
    return isHidden ? readName(hiddenOnes[0] ?? groups[0]!) : null
  }
}

/**
 * A visibility expression (table 99): operators before groups and expressions.
 * @param groups gets the groups of the expression
 */
function isVisible(
  item: PdfObject | null | undefined,
  hidden: ReadonlySet<PdfDict>,
  groups: PdfDict[],
  resolve: Resolve,
  depth = 0,
): boolean {
  const group = asDict(item)
  if (group) {
    groups.push(group)
    return !hidden.has(group)
  }
  if (!(item instanceof PdfArray) || depth > maxDepth) return true
  const [operator, ...operands] = item
    .toArray()
    .map((part) => (part instanceof PdfRef ? resolve(part) : part))
  const states = operands.map((operand) => isVisible(operand, hidden, groups, resolve, depth + 1))
  switch (operator instanceof PdfName ? operator.value : '') {
    case 'And':
      return states.every(Boolean)
    case 'Or':
      return states.some(Boolean)
    case 'Not':
      return !states[0]
    default:
      return true
  }
}

/** The groups that the default configuration does not show (8.11.4.3), also by their usage on the screen (8.11.4.4). */
function hiddenGroups(pdf: PDF, resolve: Resolve): Set<PdfDict> {
  const properties = asDict(pdf.context.catalog.getDict().get('OCProperties', resolve))
  const configuration = asDict(properties?.get('D', resolve))
  if (!properties || !configuration) return new Set()
  const groupsAt = (key: string) => listDicts(configuration.get(key, resolve), resolve)
  const isBaseOff = configuration.getName('BaseState', resolve)?.value === 'OFF'
  const hidden = new Set(isBaseOff ? listDicts(properties.get('OCGs', resolve), resolve) : [])
  for (const group of groupsAt('ON')) hidden.delete(group)
  for (const group of groupsAt('OFF')) hidden.add(group)
  for (const usage of groupsAt('AS')) {
    if (usage.getName('Event', resolve)?.value !== 'View') continue
    const categories = usage.getArray('Category', resolve)?.toArray() ?? [PdfName.of('View')]
    for (const group of listDicts(usage.get('OCGs', resolve), resolve)) {
      const states = categories.flatMap((category) => usageState(group, category, resolve) ?? [])
      if (states.includes('OFF')) hidden.add(group)
      else if (states.length > 0) hidden.delete(group)
    }
  }
  return hidden
}

/** /ViewState, /PrintState or /ExportState of a group (table 100); undefined for one without. */
function usageState(group: PdfDict, category: PdfObject, resolve: Resolve): string | undefined {
  if (!(category instanceof PdfName)) return undefined
  const usage = asDict(asDict(group.get('Usage', resolve))?.get(category.value, resolve))
  return usage?.getName(`${category.value}State`, resolve)?.value
}

function listDicts(list: PdfObject | undefined, resolve: Resolve): PdfDict[] {
  if (!(list instanceof PdfArray)) return []
  return list.toArray().flatMap((item) => asDict(item instanceof PdfRef ? resolve(item) : item) ?? [])
}
