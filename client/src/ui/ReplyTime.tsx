import { replyTime } from '~/lib/replyTime'

/** When a reply is due, on the clock of the office. */
export default function ReplyTime({ value }: { value: string }) {
  return <time dateTime={value}>{replyTime(value)}</time>
}
