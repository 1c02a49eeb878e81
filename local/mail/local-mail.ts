import type { Message } from 'postmark'

export interface LocalMail {
  id: string
  to: string
  from: string
  replyTo: string
  subject: string
  text: string
  html: string
  attachments: MailAttachment[]
  headers: { Name: string; Value: string }[]
  metadata: Record<string, string>
  messageStream: string
  sentAt: string
}

export interface MailAttachment {
  name: string
  contentType: string
  /** Base64, as it was sent. */
  content: string
  /** The target of `cid:` in the HTML. */
  contentId: string
}

export function toLocalMail(message: Partial<Message>, id: string, sentAt: string): LocalMail {
  return {
    id,
    to: [message.To, message.Cc, message.Bcc].filter(Boolean).join(', '),
    from: message.From ?? '',
    replyTo: message.ReplyTo ?? '',
    subject: message.Subject ?? '',
    text: message.TextBody ?? '',
    html: message.HtmlBody ?? '',
    attachments: (message.Attachments ?? []).map((attached) => ({
      name: attached.Name,
      contentType: attached.ContentType,
      content: attached.Content,
      contentId: (attached.ContentID ?? '').replace(/^cid:/, ''),
    })),
    headers: message.Headers ?? [],
    metadata: message.Metadata ?? {},
    messageStream: message.MessageStream ?? 'outbound',
    sentAt,
  }
}
