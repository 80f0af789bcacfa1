'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { api } from '#components/api/client.ts'
import { lazyResolver } from '#components/api/lazy-resolver.ts'
import type { ItemResponse } from '#components/api/records.ts'
import { DraftForm } from '#components/processes/draft-form.tsx'
import { inputOf } from '#components/processes/form-model.ts'
import type { ProcessForm } from '#components/processes/form-rules.ts'
import { showProcess } from '#components/processes/process-query.ts'
import type { ProcessRecord } from '#lib/processes/schema'

/** The form of a new or existing draft. */
export function ProcessFormView({ start, draftId }: { start: ProcessForm; draftId: number | null }) {
  const t = useTranslations('processes')
  const router = useRouter()
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (form: ProcessForm) =>
      draftId === null
        ? api<ItemResponse<ProcessRecord>>('POST', '/signature-processes', inputOf(form))
        : api<ItemResponse<ProcessRecord>>('PATCH', `/signature-processes/${draftId}`, inputOf(form)),
    onSuccess: (body) => {
      showProcess(client, body)
      router.push(`/processes/${body.data.id}/prepare`)
    },
  })
  const resolver = lazyResolver<ProcessForm, ProcessForm>(() =>
    import('#components/processes/form-rules.ts').then((rules) => rules.processFormRules(t)),
  )
  return <DraftForm of="process" start={start} resolver={resolver} saving={save} />
}
