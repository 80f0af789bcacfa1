import { type ErrorText, errorText } from '#lib/messages/errors'
import type { UseTemplate } from '#lib/templates/input'

const MAX_WARNINGS = 200

/**
 * A warning for each row with the same people in the same roles as an earlier one: probably a mistake, as each row
 * becomes a process of its own.
 * @param numbers of the rows
 */
export function findRepeatedPeople(inputs: UseTemplate[], numbers: number[]): ErrorText[] {
  const firstRowByPerson = new Map<string, number>()
  const warnings = inputs.flatMap(({ signers }, index): ErrorText[] => {
    const people = JSON.stringify(signers.map(({ email }) => email.toLowerCase()))
    const earlierRow = firstRowByPerson.get(people)
    if (earlierRow !== undefined)
      return [errorText('documents.rowRepeatsPeople', { row: numbers[index]!, earlier: earlierRow })]
    firstRowByPerson.set(people, numbers[index]!)
    return []
  })
  return warnings.slice(0, MAX_WARNINGS)
}
