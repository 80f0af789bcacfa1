import { useId } from 'react'
import { CheckInput } from '#components/ui/form/check-input.tsx'

/** Checkboxes before the rows of a table. */
export interface RowSelection<T> {
  isSelected: (row: T) => boolean
  /** `isRange`: also the rows since the one before. */
  toggle: (row: T, isRange?: boolean) => void
  toggleAll: () => void
  /** The accessible name of a row's checkbox. */
  getLabel: (row: T) => string
  allLabel: string
}

/** The head of the column: selects all rows. */
export function SelectAllHead<T>({ selection, rows }: { selection: RowSelection<T>; rows: T[] }) {
  return (
    <th role="columnheader" scope="col" className="w-11 py-2 pl-5 max-sm:pl-0 sm:py-1 print:hidden">
      <RowCheckbox
        label={selection.allLabel}
        checked={rows.every(selection.isSelected) || (rows.some(selection.isSelected) && 'indeterminate')}
        onChange={selection.toggleAll}
      />
    </th>
  )
}

/** The first cell of a row. */
export function SelectCell<T>({ selection, row }: { selection: RowSelection<T>; row: T }) {
  return (
    <td role="cell" className="cell-select">
      <RowCheckbox
        label={selection.getLabel(row)}
        checked={selection.isSelected(row)}
        onChange={(withShift) => selection.toggle(row, withShift)}
      />
    </td>
  )
}

interface RowCheckboxProps {
  label: string
  checked: boolean | 'indeterminate'
  onChange: (withShift: boolean) => void
}

/** A checkbox without visible text; its label is a touch target of 44 px. */
export function RowCheckbox({ label, checked, onChange }: RowCheckboxProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      // Shift would also select the text between the rows.
      onMouseDown={(event) => {
        if (event.shiftKey) event.preventDefault()
      }}
      className="row-check"
    >
      <CheckInput
        id={id}
        aria-label={label}
        checked={checked}
        onChange={(_, withShift) => onChange(withShift)}
      />
    </label>
  )
}
