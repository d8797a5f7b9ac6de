import AugerDiagnostics
import NIOCore
import NIOSSL
import NIOTLS

/// A handler that runs a conversation at the end of a channel's pipeline.
final class ConversationHandler<Talk: Conversation>: ChannelInboundHandler {
  typealias InboundIn = Talk.Received
  typealias OutboundOut = Talk.Sent

  private var talk: Talk
  private let server: DeliveryServer
  private let outcome: EventLoopPromise<Talk.Outcome>
  private var isSecuring = false
  private var isOver = false

  init(_ talk: Talk, with server: DeliveryServer, outcome: EventLoopPromise<Talk.Outcome>) {
    self.talk = talk
    self.server = server
    self.outcome = outcome
  }

  func channelActive(context: ChannelHandlerContext) { perform(talk.connected(), context) }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if isSecuring, case .handshakeCompleted = event as? TLSUserEvent {
      isSecuring = false
      perform(talk.secured(), context)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isOver else { return }
    do throws(AugerError) {
      perform(try talk.received(unwrapInboundIn(data)), context)
    } catch { fail(error, context) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    let isUnreadable = !isSecuring && DeliveryServer.isUnreadable(error)
    fail(isUnreadable ? talk.unfinished() : server.failure(error, isSecuring: isSecuring), context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    fail(isSecuring ? server.failure(NIOSSLError.uncleanShutdown, isSecuring: true) : talk.unfinished(), context)
  }

  private func perform(_ steps: [Talk.Step], _ context: ChannelHandlerContext) {
    for step in steps where !isOver {
      switch step {
      case .send(let part): context.write(wrapOutboundOut(part), promise: nil)
      case .secure:
        isSecuring = true
        do throws(AugerError) {
          let handler = try server.makeSecurity()
          do { try context.pipeline.syncOperations.addHandler(handler, position: .first) } catch {
            throw server.failure(error, isSecuring: true)
          }
        } catch { fail(error, context) }
      case .finish(let value):
        isOver = true
        outcome.succeed(value)
      }
    }
    context.flush()
    if isOver { context.close(promise: nil) }
  }

  private func fail(_ error: AugerError, _ context: ChannelHandlerContext) {
    guard !isOver else { return }
    isOver = true
    outcome.fail(error)
    context.close(promise: nil)
  }
}
