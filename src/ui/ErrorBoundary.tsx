import { Component, type ReactNode } from 'react'

interface Props {
  children: ReactNode
  /** What stands in the place of an island that broke or could not be loaded. */
  fallback: ReactNode
}

export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? this.props.fallback : this.props.children
  }
}
