'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#components/api/client.ts'
import { isDecided } from '#components/api/create.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useErrorTranslator } from '#components/api/use-error-translator.ts'
import { isDraftEnded } from '#components/processes/draft-ended.ts'
import { processEtag } from '#components/processes/process-query.ts'
import { useSend } from '#components/processes/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import type { LastStepProps } from '#components/zones/editor-texts.ts'
import { FindingList } from '#components/zones/send/finding-list.tsx'
import { sendFindings } from '#components/zones/send/send-checks.ts'
import { SendSummary } from '#components/zones/send/send-summary.tsx'
import type { ProcessRecord } from '#lib/processes/schema'

/** The draft or its fields are no longer what the dialog showed. */
const isChanged = (error: unknown) => error instanceof ApiError && error.isOutdated

type Problem = 'unsaved' | 'changed'

interface SendDialogProps extends LastStepProps {
  process: ProcessRecord
  onSent: () => void
  /** The process may have been sent: the answer was lost. */
  onUndecided?: () => void
}

/** The dialog before sending: problems, a summary and the send button. */
export function SendDialog({
  open,
  onOpenChange,
  process,
  editor,
  saving,
  onGo,
  onSent,
  onUndecided,
}: SendDialogProps) {
  const t = useTranslations('zones')
  const send = useSend(process.id)
  const client = useQueryClient()
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const translateError = useErrorTranslator(
    editor.zones.some(({ condition, formula }) => condition || formula),
  )
  const findings = sendFindings(process, editor.zones, t, translateError)
  const stops = findings.filter((finding) => finding.weight === 'stop')
  const notes = findings.filter((finding) => finding.weight === 'note')

  function show(keys: string[]) {
    onOpenChange(false)
    onGo(editor.zones.filter(({ key }) => keys.includes(key)))
  }

  const { refresh } = saving
  /** Shows what was changed elsewhere. */
  const update = useCallback(() => {
    void client.invalidateQueries({ queryKey: ['processes', process.id] })
    void refresh()
  }, [client, process.id, refresh])
  useEffect(() => {
    if (open) update()
  }, [open, update])

  async function go() {
    setProblem(null)
    setBusy(true)
    const found = await saveAll()
    if (found) return stop(found)
    const shown = { process: processEtag(process), fields: saving.etag() ?? '' }
    send.mutate(shown, {
      onError: (error) => {
        stop(isChanged(error) ? 'changed' : null)
        if (error instanceof ApiError && !isDecided(error)) onUndecided?.()
        // Perhaps it was sent from here, and the answer was lost.
        if (isChanged(error) || isDraftEnded(error)) update()
      },
      onSuccess: onSent,
    })
  }

  /** Saves what was not saved yet. @returns why nothing is sent */
  async function saveAll(): Promise<Problem | null> {
    const merges = saving.countMerges()
    if (!(await saving.flush())) return 'unsaved'
    return saving.countMerges() === merges ? null : 'changed'
  }

  function stop(found: Problem | null) {
    setProblem(found)
    setBusy(false)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      wide
      title={t(stops.length > 0 ? 'send.notReady' : 'send.ready')}
      description={process.name}
    >
      <div className="flex flex-col gap-5">
        <FindingList findings={stops} onShow={show} />
        <FindingList findings={notes} onShow={show} />
        {stops.length === 0 ? <SendSummary process={process} zones={editor.zones} /> : null}
        {problem ? (
          <p role="alert" className="text-danger">
            {t(`send.${problem}`)}
          </p>
        ) : null}
        <QueryErrorMessage error={isChanged(send.error) ? null : send.error} title={t('send.failed')} />
        <div className="dialog-actions">
          <Button onClick={() => onOpenChange(false)}>{t('send.back')}</Button>
          <Button variant="primary" disabled={stops.length > 0} busy={isBusy} onClick={() => void go()}>
            {t('send.send')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
