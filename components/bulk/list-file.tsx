'use client'

import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'

interface ListFileProps {
  /** The text of the CSV that is offered as an example. */
  example: string
  onChoose: (bytes: Uint8Array) => void
}

/** The buttons that choose the file of a list and download an example. */
export function ListFile({ example, onChoose }: ListFileProps) {
  const t = useTranslations('bulk.send')
  const fileInput = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => fileInput.current?.click()}>
        <Upload className="size-4" aria-hidden="true" />
        {t('chooseFile')}
      </Button>
      <Button asChild variant="quiet">
        <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${example}`)}`} download="list.csv">
          {t('example')}
        </a>
      </Button>
      <input
        ref={fileInput}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        aria-label={t('file')}
        tabIndex={-1}
        className="sr-only"
        onChange={async (event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) onChoose(new Uint8Array(await file.arrayBuffer()))
        }}
      />
    </div>
  )
}
