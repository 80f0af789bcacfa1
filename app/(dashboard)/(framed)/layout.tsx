import type { ReactNode } from 'react'
import { UploadStrip } from '#components/documents/upload/upload-strip.tsx'
import { PaletteBar, PaletteIcon } from '#components/palette/command-palette.tsx'
import { DeletionsOfPreviousPage } from '#components/processes/drafts/draft-deletion.ts'
import { Frame } from '#components/shell/frame/frame.tsx'

export default function FramedLayout({ children }: { children: ReactNode }) {
  return (
    <Frame extras={{ nav: <PaletteBar />, head: <PaletteIcon />, strips: <UploadStrip /> }}>
      <DeletionsOfPreviousPage />
      {children}
    </Frame>
  )
}
