// Orientation managers on Apple's sensors, by the source of the pose.

#if canImport(CoreMotion) && canImport(UIKit) && !os(macOS) && !os(visionOS) && !os(tvOS) && !os(watchOS)
  public import UprightCamera

  extension OrientationManager {
    /// A manager on Core Motion and the interface, whichever its source needs; not started.
    ///
    ///     let interface = InterfacePoses()                          // kept by the scene's delegate, which updates it
    ///     let manager = OrientationManager(apple: .device(.visionCameraIOS), interface: interface)
    ///     await manager.start()
    ///     for await pose in manager { … }
    public init(
      apple source: PoseSource, seed: DevicePose? = nil, motion: MotionSource = MotionSource(),
      interface: InterfacePoses
    ) {
      self.init(source, seed: seed, samples: { motion.samples() }, interface: { interface.poses() })
    }

    /// A manager that follows what `UIDevice` reports, in place of samples; not started. Its `source` is `.interface`:
    /// whole poses, which no policy classifies.
    public init(device: DevicePoses, seed: DevicePose? = nil) {
      self.init(.interface, seed: seed, interface: { device.poses() })
    }
  }
#endif
