'use client'

import { useTranslations } from 'use-intl'
import type { CellError } from '#components/bulk/list-model.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { DataTable } from '#components/ui/table/data-table.tsx'
import type { Column } from '#components/ui/table/table-head.tsx'

/** The warnings about the rows of a list. */
export function RowWarnings({ warnings }: { warnings: string[] }) {
  return (
    <ul className="list-disc pl-5 text-sm">
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  )
}

/** The rows with the same people as earlier ones, and the button that sends them all the same. */
export function RepeatedPeople({
  warnings,
  onSend,
  busy,
}: {
  warnings: string[]
  onSend: () => void
  busy: boolean
}) {
  const t = useTranslations('bulk.send')
  return (
    <div role="alert" className="flex flex-col items-start gap-3">
      <p>{t('repeated')}</p>
      <RowWarnings warnings={warnings} />
      <Button onClick={onSend} busy={busy}>
        {t('sendRepeated')}
      </Button>
    </div>
  )
}

/** The errors of the cells of a list. */
export function CellErrors({ errors }: { errors: CellError[] }) {
  const t = useTranslations('bulk.send')
  const columns: Column<CellError>[] = [
    { head: t('row'), className: 'figures sm:w-20', cell: ({ row }) => row },
    { head: t('column'), className: 'break-words sm:w-44', cell: ({ column }) => column },
    { head: t('error'), cell: ({ message }) => message },
  ]
  return (
    <div role="alert" className="flex flex-col gap-3">
      <p className="text-danger">{t('nothingSent')}</p>
      <Card>
        <DataTable
          label={t('errors')}
          columns={columns}
          rows={errors.map((error) => ({ ...error, id: error.key }))}
        />
      </Card>
    </div>
  )
}
