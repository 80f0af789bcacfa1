import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#components/api/client.ts'
import { useErrorText } from '#components/api/error-text.ts'
import { askBeforeLeaving } from '#components/ui/form/ask-before-leaving.ts'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { useIsShown } from '#components/ui/use-is-shown.ts'

/** A selected row that was not changed, and why. */
export interface BulkFailure {
  id: number
  name: string
  reason: string
}

/** A change of one row. @returns why it was not changed; null if it was */
export type RowChange<Row> = (row: Row) => Promise<string | null>

/**
 * Applies a change to several rows, one after the other, with progress and the rows that were not changed. Where
 * the page was left meanwhile, a toast has their number.
 */
export function useBulkAction<Row extends { id: number; name: string }>(staleKeys: readonly string[]) {
  const client = useQueryClient()
  const errorText = useErrorText()
  const t = useTranslations('shell.selection')
  const showToast = useToast()
  const isShown = useIsShown()
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const [failures, setFailures] = useState<BulkFailure[]>([])

  /** @returns the changed rows */
  async function run(rows: Row[], change: RowChange<Row>): Promise<Row[]> {
    const failed: BulkFailure[] = []
    setFailures([])
    // Until the last row: it continues when the user opens another page of the dashboard.
    const stopAsking = askBeforeLeaving()
    for (const [index, row] of rows.entries()) {
      setProgress({ done: index, total: rows.length })
      let isSessionOver = false
      const reason = await change(row).catch((error: unknown) => {
        isSessionOver = error instanceof ApiError && error.status === 401
        return errorText(error)
      })
      const unchangedRows = isSessionOver ? rows.slice(index) : reason === null ? [] : [row]
      for (const { id, name } of unchangedRows) failed.push({ id, name, reason: reason ?? '' })
      if (isSessionOver) break
    }
    stopAsking()
    await Promise.all(staleKeys.map((key) => client.invalidateQueries({ queryKey: [key] })))
    setProgress(null)
    setFailures(failed)
    if (failed.length > 0 && !isShown.current) showToast(t('failed', { count: failed.length }), 'danger')
    const failedIds = new Set(failed.map(({ id }) => id))
    return rows.filter(({ id }) => !failedIds.has(id))
  }

  return { run, progress, failures, dismissFailures: () => setFailures([]) }
}
