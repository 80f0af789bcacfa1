import type { ReactNode } from 'react'
import { Frame } from '#components/shell/frame/frame.tsx'

export default function FramedLayout({ children }: { children: ReactNode }) {
  return <Frame>{children}</Frame>
}
