'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { EditorTexts, LastStepProps } from '#components/zones/editor-texts.ts'
import type { EditorDocument } from '#components/zones/model/editor-state.ts'
import { toStoredZones, type VersionedFields } from '#components/zones/saving/process-fields.ts'
import type { ZoneStorage } from '#components/zones/saving/zone-saver.ts'
import { ZoneEditor } from '#components/zones/zone-editor.tsx'
import { isSigning } from '#lib/processes/rules'
import type { ProcessRecord } from '#lib/processes/schema'

/** A draft as it was loaded for the editor. */
export interface LoadedProcess {
  process: ProcessRecord
  fields: VersionedFields
  documents: EditorDocument[]
}

interface ProcessZoneEditorProps extends LoadedProcess {
  texts: Omit<EditorTexts, 'person'>
  storage: ZoneStorage
  finish: (finishing: LastStepProps) => ReactNode
}

/** The editor that places zones for the signers of a draft. */
export function ProcessZoneEditor({ process, fields, texts, ...props }: ProcessZoneEditorProps) {
  const t = useTranslations('zones')
  return (
    <ZoneEditor
      id={`processes/${process.id}`}
      name={process.name}
      test={process.test_mode}
      texts={{ person: t('signer'), ...texts }}
      locale={process.options.locale}
      signers={process.signers.filter(isSigning)}
      stored={() => toStoredZones(fields)}
      {...props}
    />
  )
}
