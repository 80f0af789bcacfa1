import type { ReactNode } from 'react'
import { Frame } from '#components/shell/frame.tsx'

export default function FramedLayout({ children }: { children: ReactNode }) {
  return <Frame>{children}</Frame>
}
