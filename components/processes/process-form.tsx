'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, api, saveOnLeaving } from '#components/api/client.ts'
import { lazyResolver } from '#components/api/lazy-resolver.ts'
import type { ItemResponse } from '#components/api/records.ts'
import { useUploads } from '#components/documents/upload-queue.tsx'
import { DraftConflictDialog } from '#components/processes/draft-conflict.tsx'
import { DraftForm } from '#components/processes/draft-form.tsx'
import { formOf, inputOf, withExistingRecords } from '#components/processes/form-model.ts'
import type { ProcessForm } from '#components/processes/form-rules.ts'
import { showProcess } from '#components/processes/process-query.ts'
import { forgetFormDraft, usePageUrl } from '#components/shell/form-draft.ts'
import type { ProcessRecord } from '#lib/processes/schema'

interface Conflict {
  form: ProcessForm
  stored: ProcessRecord
}

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
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const save = useMutation({
    mutationFn: ({ form, version }: { form: ProcessForm; version: ProcessRecord | null }) =>
      version === null
        ? api<ItemResponse<ProcessRecord>>('POST', '/signature-processes', inputOf(form))
        : saveVersion(form, version),
    onSuccess: (body) => {
      showProcess(client, body)
      moveForm(pageUrl, `/processes/${body.data.id}/edit`)
      router.push(`/processes/${body.data.id}/prepare`)
    },
    onError: async (error, { form, version }) => {
      if (!isConflict(error) || version === null) return
      const { data } = await api<ItemResponse<ProcessRecord>>('GET', `/signature-processes/${version.id}`)
      setConflict({ form, stored: data })
    },
  })
  const resolver = lazyResolver<ProcessForm, ProcessForm>(() =>
    import('#components/processes/form-rules.ts').then((rules) => rules.processFormRules(t)),
  )

  function takeStored({ stored }: Conflict) {
    setConflict(null)
    save.reset()
    forgetFormDraft(pageUrl)
    showProcess(client, { data: stored })
  }
  function keepMine({ form, stored }: Conflict) {
    setConflict(null)
    const ownForm = withExistingRecords(form, formOf(stored), 'process')
    save.mutate({ form: ownForm, version: stored }, { onSuccess: () => forgetFormDraft(pageUrl) })
  }

  return (
    <>
      <DraftForm
        of="process"
        start={start}
        storedDraft={storedDraft}
        resolver={resolver}
        saving={{
          isPending: save.isPending,
          error: isConflict(save.error) ? null : save.error,
          mutateAsync: (form, options) => save.mutateAsync({ form, version: storedDraft }, options),
        }}
      />
      <DraftConflictDialog
        stored={conflict?.stored ?? null}
        onTakeStored={() => conflict && takeStored(conflict)}
        onKeepMine={() => conflict && keepMine(conflict)}
      />
    </>
  )
}

/** Saves a draft if it still has this version. */
async function saveVersion(form: ProcessForm, { id, updated_at }: ProcessRecord) {
  const path = `/signature-processes/${id}`
  const saved = await saveOnLeaving<ItemResponse<ProcessRecord>>(
    'PATCH',
    path,
    inputOf(form),
    `"${updated_at}"`,
  )
  return saved.body
}

function isConflict(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 412
}
