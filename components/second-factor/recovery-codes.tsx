'use client'

import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy/copy-field.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'

/** Shows new recovery codes, once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[] | null; onDone: () => void }) {
  const t = useTranslations('secondFactor.recoveryCodes')
  return (
    <Dialog open={codes !== null} onOpenChange={onDone} title={t('title')} description={t('text')}>
      {codes ? <Codes codes={codes} onDone={onDone} /> : null}
    </Dialog>
  )
}

function Codes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const t = useTranslations('secondFactor.recoveryCodes')
  const text = `${t('file')}\n\n${codes.join('\n')}\n`

  return (
    <div className="flex flex-col gap-5">
      <ul
        aria-label={t('list')}
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-md bg-well p-4 text-center font-mono select-all"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={text} />
        <Button asChild>
          <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download={t('filename')}>
            {t('download')}
          </a>
        </Button>
        <Button variant="primary" onClick={onDone} className="ml-auto">
          {t('saved')}
        </Button>
      </div>
    </div>
  )
}
