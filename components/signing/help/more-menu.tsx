'use client'

import {
  ArrowDownToLine,
  Clock,
  Ellipsis,
  Flag,
  MessageCircleQuestion,
  Printer,
  UserRoundPlus,
  XCircle,
} from 'lucide-react'
import { download } from '#components/api/download.ts'
import { Button } from '#components/ui/button.tsx'
import { Menu, MenuItem, MenuRule } from '#components/ui/lazy/menu.tsx'
import { isSigning } from '#lib/processes/rules'
import { fill } from '../fill.ts'
import { documentPath, isFrameToken } from '../session/calls.ts'
import { useSigningSession } from '../session/context.ts'

export type HelpDialogName = 'question' | 'delegate' | 'later' | 'report' | 'refuse'

interface MoreMenuProps {
  onOpen: (dialog: HelpDialogName) => void
  /** Called with the error of a failed download, and with null when a download begins. */
  onDownloadFailure: (error: unknown) => void
}

/** What a signer can do besides filling in and signing. */
export function MoreMenu({ onOpen, onDownloadFailure }: MoreMenuProps) {
  const { token, signing, t } = useSigningSession()
  const { process, signer } = signing
  const signs = isSigning(signer)
  return (
    <Menu
      align="start"
      trigger={
        <Button variant="quiet" size="lg" className="max-sm:w-12 max-sm:px-0 enlarged:w-[44px] sm:px-4">
          <Ellipsis className="size-5" aria-hidden="true" />
          <span className="max-sm:sr-only">{t.more}</span>
        </Button>
      }
    >
      <MenuItem onSelect={() => onOpen('question')}>
        <MessageCircleQuestion className="size-4" aria-hidden="true" />
        {t.askSender}
      </MenuItem>
      {signs && process.allow_delegation ? (
        <MenuItem onSelect={() => onOpen('delegate')}>
          <UserRoundPlus className="size-4" aria-hidden="true" />
          {t.delegate}
        </MenuItem>
      ) : null}
      {process.allow_download_first ? <FileItems onFailure={onDownloadFailure} /> : null}
      {signs && !isFrameToken(token) ? (
        <MenuItem onSelect={() => onOpen('later')}>
          <Clock className="size-4" aria-hidden="true" />
          {t.later}
        </MenuItem>
      ) : null}
      <MenuRule />
      <MenuItem onSelect={() => onOpen('report')}>
        <Flag className="size-4" aria-hidden="true" />
        {t.report}
      </MenuItem>
      {signs ? (
        <MenuItem danger onSelect={() => onOpen('refuse')}>
          <XCircle className="size-4" aria-hidden="true" />
          {signer.role === 'approver' ? t.refuseApproval : t.refuse}
        </MenuItem>
      ) : null}
    </Menu>
  )
}

/** Download and print, for each document; the browser prints the file that opens in a tab of its own. */
function FileItems({ onFailure }: { onFailure: (error: unknown) => void }) {
  const { token, signing, t } = useSigningSession()
  const isOnly = signing.documents.length === 1
  const save = (href: string) => {
    onFailure(null)
    download(href).catch(onFailure)
  }
  return signing.documents.map(({ id, name }) => (
    <div key={id} className="contents">
      <MenuItem onSelect={() => save(documentPath(token, id))}>
        <ArrowDownToLine className="size-4" aria-hidden="true" />
        {isOnly ? t.downloadFirst : fill(t.downloadNamed, { name })}
      </MenuItem>
      <MenuItem asChild>
        <a href={documentPath(token, id)} target="_blank" rel="noreferrer">
          <Printer className="size-4" aria-hidden="true" />
          {isOnly ? t.print : fill(t.printNamed, { name })}
        </a>
      </MenuItem>
    </div>
  ))
}
