import { composeText, cutText } from '#lib/core/text/characters'
import { type LinkedField, labelFinder, listReferredLabels } from './field-logic.ts'

type Operand = Pick<LinkedField, 'label' | 'formula'>

/** Which fields of a signer the formulas of that signer calculate with. */
export function findOperands<F extends Operand>(signerFields: F[]): Set<F> {
  return new Set(listOperandLabels(signerFields).flatMap(labelFinder(signerFields)))
}

function listOperandLabels(fields: Pick<LinkedField, 'formula'>[]): string[] {
  return fields.flatMap(({ formula }) => listReferredLabels({ condition: null, formula }))
}

/**
 * Formulas refer to fields by label. Where fields of several documents have a label that a formula refers to, each gets
 * the number of its document, from 1.
 */
export function tellOperandsApart<F extends Operand>(
  fields: F[],
  documentIndexOf: (field: F) => number,
): F[] {
  const fieldsByLabel = Map.groupBy(fields, composeLabel)
  const listDocuments = (label: string) => new Set(fieldsByLabel.get(label)?.map(documentIndexOf))
  const composed = new Set(listOperandLabels(fields).map(composeText))
  const shared = [...composed].filter((label) => listDocuments(label).size > 1)
  if (shared.length === 0) return fields
  return fields.map((field) => {
    const number = ` (${documentIndexOf(field) + 1})`
    const numbered = (label: string) => `${cutText(label, 255 - number.length)}${number}`
    const label = composeLabel(field)
    return {
      ...field,
      ...(shared.includes(label) && { label: numbered(label) }),
      formula:
        field.formula &&
        shared.reduce(
          (formula, name) => formula.replaceAll(`{{${name}}}`, `{{${numbered(name)}}}`),
          composeText(field.formula),
        ),
    }
  })
}

const composeLabel = ({ label }: Operand): string => composeText(label?.trim() ?? '')
