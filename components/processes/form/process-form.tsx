'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { useCreate } from '#components/api/create.ts'
import type { ItemResponse } from '#components/api/records.ts'
import { useUploads } from '#components/documents/upload/upload-queue.tsx'
import { DraftConflict, saveDraft } from '#components/processes/drafts/save-draft.ts'
import { DraftForm } from '#components/processes/form/draft-form.tsx'
import { toForm, withExistingRecords } from '#components/processes/form/form-model.ts'
import type { ProcessForm } from '#components/processes/form/form-rules.ts'
import { useConflict } from '#components/processes/form/use-conflict.tsx'
import { showProcess } from '#components/processes/process-query.ts'
import { usePageUrl } from '#components/shell/input/unsaved-input.ts'
import type { ProcessRecord } from '#lib/processes/schema'

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
  const create = useCreate()
  const pageUrl = usePageUrl()
  const { moveForm } = useUploads()
  const { ask, dialog } = useConflict()
  const save = useMutation({
    mutationFn: (form: ProcessForm) => saveForm(form, storedDraft),
    onSuccess: (body) => {
      if (!body) return
      showProcess(client, body)
      moveForm(pageUrl, `/processes/${body.data.id}/edit`)
      router.push(`/processes/${body.data.id}/prepare`)
    },
  })
  const schema = () =>
    import('#components/processes/form/form-rules.ts').then((rules) => rules.processFormRules(t))

  /**
   * Saves the form, and asks which version to keep if the draft was changed elsewhere.
   * @returns null for the stored one
   */
  async function saveForm(
    form: ProcessForm,
    version: ProcessRecord | null,
  ): Promise<ItemResponse<ProcessRecord> | null> {
    try {
      return await saveDraft(create, form, version)
    } catch (error) {
      if (!(error instanceof DraftConflict)) throw error
      const { stored } = error
      const { length: people } = stored.signers
      const choice = await ask(t('conflict.text', { people, fields: stored.fields.length }))
      if (choice === 'mine') return saveForm(withExistingRecords(form, toForm(stored), 'process'), stored)
      showProcess(client, { data: stored })
      return null
    }
  }

  return (
    <>
      <DraftForm
        of="process"
        start={start}
        storedDraft={storedDraft}
        schema={schema}
        save={save.mutateAsync}
      />
      {dialog}
    </>
  )
}
