'use client'

import { type ComponentProps, type MouseEvent, type ReactNode, useState } from 'react'
import { Spinner } from '#components/ui/spinner.tsx'
import { download } from './download.ts'

type DownloadLinkProps = Omit<ComponentProps<'a'>, 'href' | 'download' | 'onClick'> & {
  href: string
  /** Becomes a spinner while the file arrives. */
  icon: ReactNode
  /** Called with the error of a failed download, and with null when a download begins. */
  onFailure: (error: unknown) => void
}

/**
 * A link to a file of `/api/v1`. A browser saves an error as if it were the file: the response is read first. Without
 * scripts an ordinary link.
 */
export function DownloadLink({ href, icon, onFailure, children, ...rest }: DownloadLinkProps) {
  const [isBusy, setBusy] = useState(false)
  const save = (event: MouseEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    onFailure(null)
    download(href)
      .catch(onFailure)
      .finally(() => setBusy(false))
  }
  return (
    <a href={href} download aria-busy={isBusy || undefined} {...rest} onClick={save}>
      {isBusy ? <Spinner /> : icon}
      {children}
    </a>
  )
}
