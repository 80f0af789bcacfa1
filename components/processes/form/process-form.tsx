'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { useUploads } from '#components/documents/upload/upload-queue.tsx'
import { DraftConflict, saveDraft } from '#components/processes/drafts/save-draft.ts'
import { DraftForm } from '#components/processes/form/draft-form.tsx'
import { formOf, withExistingRecords } from '#components/processes/form/form-model.ts'
import type { ProcessForm } from '#components/processes/form/form-rules.ts'
import { showProcess } from '#components/processes/process-query.ts'
import { forgetFormDraft, usePageUrl } from '#components/shell/input/form-draft.ts'
import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'
import type { ProcessRecord } from '#lib/processes/schema'

const DraftConflictDialog = loadedLater(() =>
  import('#components/processes/drafts/draft-conflict.tsx').then((module) => module.DraftConflictDialog),
)

/** The form of a new draft, or of an existing one, which `storedDraft` is as it was loaded. */
export function ProcessFormView({
  start,
  storedDraft,
}: {
  start: ProcessForm
  storedDraft: ProcessRecord | null
}) {
  const t = useTranslations('processes')
  const router = useRouter()
  const client = useQueryClient()
  const pageUrl = usePageUrl()
  const { moveForm } = useUploads()
  const save = useMutation({
    mutationFn: ({ form, version }: { form: ProcessForm; version: ProcessRecord | null }) =>
      saveDraft(form, version),
    onSuccess: (body) => {
      showProcess(client, body)
      moveForm(pageUrl, `/processes/${body.data.id}/edit`)
      router.push(`/processes/${body.data.id}/prepare`)
    },
  })
  const conflict = save.error instanceof DraftConflict ? save.error : null
  const schema = () =>
    import('#components/processes/form/form-rules.ts').then((rules) => rules.processFormRules(t))

  function takeStored({ stored }: DraftConflict) {
    save.reset()
    forgetFormDraft(pageUrl)
    showProcess(client, { data: stored })
  }
  function keepMine({ form, stored }: DraftConflict) {
    const ownForm = withExistingRecords(form, formOf(stored), 'process')
    save.mutate({ form: ownForm, version: stored }, { onSuccess: () => forgetFormDraft(pageUrl) })
  }

  return (
    <>
      <DraftForm
        of="process"
        start={start}
        storedDraft={storedDraft}
        schema={schema}
        saving={{
          isPending: save.isPending,
          error: conflict ? null : save.error,
          mutateAsync: (form) => save.mutateAsync({ form, version: storedDraft }),
        }}
      />
      {conflict ? (
        <DraftConflictDialog
          stored={conflict.stored}
          onTakeStored={() => takeStored(conflict)}
          onKeepMine={() => keepMine(conflict)}
        />
      ) : null}
    </>
  )
}
