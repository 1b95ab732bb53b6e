import ControlProtocol

/// The interface org.varlink.service, with which a Varlink service describes itself.
struct VarlinkService {
  func answer(_ call: VarlinkCall) throws(VarlinkFault) -> [UInt8] {
    call.method.hasSuffix(".GetInfo") ? try information(call) : try description(call)
  }

  private func information(_ call: VarlinkCall) throws(VarlinkFault) -> [UInt8] {
    try call.expect([])
    return VarlinkReply.success { json in
      json.member("vendor", GestureInterface.vendor)
      json.member("product", GestureInterface.product)
      json.member("version", GestureInterface.version)
      json.member("url", GestureInterface.url)
      json.member("interfaces", [GestureInterface.service, GestureInterface.name])
    }
  }

  private func description(_ call: VarlinkCall) throws(VarlinkFault) -> [UInt8] {
    try call.expect(["interface"])
    let interface = try call.required("interface") { $0.string }
    let text: String
    switch interface {
    case GestureInterface.name: text = GestureInterface.description
    case GestureInterface.service: text = ServiceInterface.description
    default: throw VarlinkFault("org.varlink.service.InterfaceNotFound", [("interface", interface)])
    }
    return VarlinkReply.success { $0.member("description", text) }
  }
}
