'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { CopyLabel } from '#components/ui/copy-label.tsx'
import { Dialog } from '#components/ui/dialog.tsx'

/** Shows new recovery codes, once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[] | null; onDone: () => void }) {
  return (
    <Dialog
      open={codes !== null}
      onOpenChange={onDone}
      title="Save your recovery codes"
      description="Each code signs you in once if you lose your second factor. They will not be shown again: keep them where you keep your passwords."
    >
      {codes ? <Codes codes={codes} onDone={onDone} /> : null}
    </Dialog>
  )
}

function Codes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [copied, setCopied] = useState(false)
  const text = `Paraph recovery codes\n\n${codes.join('\n')}\n`

  async function copy() {
    // Without https browsers have no clipboard API: the codes can be selected or downloaded.
    await navigator.clipboard?.writeText(text)
    setCopied(Boolean(navigator.clipboard))
  }

  return (
    <div className="flex flex-col gap-5">
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-md bg-well p-4 text-center font-mono select-all"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={copy}>
          <CopyLabel copied={copied} />
        </Button>
        <Button asChild>
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="paraph-recovery-codes.txt"
          >
            Download
          </a>
        </Button>
        <Button variant="primary" onClick={onDone} className="ml-auto">
          I have saved them
        </Button>
      </div>
    </div>
  )
}
