'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { readVersioned, saveOnLeaving, type VersionedResponse } from '#components/api/client.ts'
import type { ItemResponse } from '#components/api/records.ts'
import { PageError } from '#components/shell/page-error.tsx'
import { templateDataFromTemplate } from '#components/templates/template-model.ts'
import { useTemplate } from '#components/templates/template-query.ts'
import { editorZonesToInput } from '#components/templates/template-zones.ts'
import type { EditorDocument } from '#components/zones/model/editor-state.ts'
import { storedZones } from '#components/zones/model/merge.ts'
import { FinishAfterSave } from '#components/zones/saving/finish-after-save.tsx'
import { useStored } from '#components/zones/saving/use-stored.ts'
import type { ZoneStorage } from '#components/zones/saving/zone-saver.ts'
import { useEditorDocuments } from '#components/zones/use-documents.ts'
import { ZoneEditor } from '#components/zones/zone-editor.tsx'
import { isSigning } from '#lib/processes/rules'
import type { TemplateRecord } from '#lib/templates/schema'

type TemplateResponse = ItemResponse<TemplateRecord>

/** The editor for the fields of a template's roles. */
export function TemplatePreparePage({ id }: { id: number }) {
  const t = useTranslations('templates')
  const template = useTemplate(id, { refetchOnMount: 'always' })
  const stored = useStored(`templates/${id}`, () => readVersioned('GET /templates/{id}', { path: { id } }))
  const documents = useEditorDocuments(template.data?.documents ?? [])
  if (!template.data || !stored.data || !documents.loaded)
    return (
      <PageError
        query={[template, stored].find((query) => !query.data) ?? documents}
        title={template.data?.name ?? t('title')}
        intro={template.data?.roles
          .filter(isSigning)
          .map(({ name }) => name)
          .join(', ')}
        up={{ href: '/templates', label: t('title') }}
      />
    )
  return <Preparation stored={stored.data} documents={documents.loaded} />
}

const toStored = ({ body, etag }: VersionedResponse<TemplateResponse>) =>
  storedZones(templateDataFromTemplate(body.data).fields, etag)

function Preparation({
  stored,
  documents,
}: {
  stored: VersionedResponse<TemplateResponse>
  documents: EditorDocument[]
}) {
  const t = useTranslations('templates.editor')
  const client = useQueryClient()
  const template = stored.body.data
  // Fields refer to the roles by position, so the first loaded version is kept.
  const router = useRouter()
  const [data] = useState(() => templateDataFromTemplate(template))
  const path = { id: template.id }
  const storage: ZoneStorage = {
    read: async () => toStored(await readVersioned('GET /templates/{id}', { path })),
    readEditor: () => Promise.resolve(null),
    async save(edited, etag) {
      const fields = editorZonesToInput(edited, data)
      const saved = await saveOnLeaving('PATCH /templates/{id}', { path, body: { fields } }, etag)
      client.setQueryData(['templates', template.id], saved.body)
      void client.invalidateQueries({ queryKey: ['templates', template.id], refetchType: 'none' })
      return toStored(saved)
    },
  }
  const leave = useCallback(() => router.push(`/templates/${template.id}`), [router, template.id])
  return (
    <ZoneEditor
      id={`templates/${template.id}`}
      name={template.name}
      test={template.test_mode}
      texts={{
        person: t('role'),
        noSigners: t('noSigners'),
        back: { href: `/templates/${template.id}/edit`, label: t('back') },
        finish: t('finish'),
      }}
      documents={documents}
      locale={template.options.locale}
      signers={data.signers.filter(isSigning).map(({ id, name }) => ({ id, name }))}
      stored={() => toStored(stored)}
      storage={storage}
      finish={(finishing) => <FinishAfterSave {...finishing} onSaved={leave} />}
    />
  )
}
