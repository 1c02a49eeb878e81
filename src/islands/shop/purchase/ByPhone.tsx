import type { ReactNode } from 'react'
import { ByPhone as Words } from '../../checkout/ByPhone.tsx'

export function ByPhone({ children }: { children: ReactNode }) {
  return <Words to="order">{children}</Words>
}
